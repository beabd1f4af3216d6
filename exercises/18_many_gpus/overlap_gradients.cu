// overlap_gradients: a backward pass on several devices. The gradients travel only at the end.
//
//   x        a row of m numbers for each device, read only
//   sum      layers rows of m numbers, to write: the sums of all devices' gradients
//   layers   how many layers: the last is computed first
//   rounds   how long a layer takes

#include <cuda_runtime.h>

#define DEVICES_MAX 16

// A layer's gradient, and what the layer below needs in delta.
__global__ void backward(unsigned int *delta, unsigned int *gradient, int m, int layer, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m) {
        unsigned int v = delta[i];

        for (int k = 1; k <= rounds; k++)
            v = (v ^ (v >> 15)) * 739997u + k + layer;
        delta[i] = v;
        gradient[i] = v >> 8;
    }
}

__global__ void add(unsigned int *sum, const unsigned int *more, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m)
        sum[i] += more[i];
}

struct part {
    unsigned int *delta, *g; // g: the gradients of all layers
    cudaStream_t compute;
    cudaEvent_t ready;
};

static void prepare(struct part *p, const unsigned int *x, int m, int layers)
{
    size_t bytes = m * sizeof(*x);

    cudaStreamCreate(&p->compute);
    cudaEventCreateWithFlags(&p->ready, cudaEventDisableTiming);
    cudaMalloc(&p->delta, bytes);
    cudaMalloc(&p->g, layers * bytes);
    cudaMemcpy(p->delta, x, bytes, cudaMemcpyHostToDevice);
}

static void release(struct part *p)
{
    cudaFree(p->delta);
    cudaFree(p->g);
    cudaEventDestroy(p->ready);
    cudaStreamDestroy(p->compute);
}

void backward_all(const unsigned int *x, unsigned int *sum, int m, int layers, int rounds)
{
    size_t count = (size_t)layers * m;
    unsigned int *inbox;
    struct part p[DEVICES_MAX];
    int parts;

    cudaGetDeviceCount(&parts);
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        prepare(&p[d], x + (size_t)d * m, m, layers);
    }
    cudaSetDevice(0);
    cudaMalloc(&inbox, count * sizeof(*sum));

    for (int layer = layers - 1; layer >= 0; layer--)
        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            backward<<<(m + 255) / 256, 256, 0, p[d].compute>>>(p[d].delta, p[d].g + (size_t)layer * m, m, layer, rounds);
            cudaEventRecord(p[d].ready, p[d].compute);
        }

    // YOUR CODE HERE: send a layer's gradients while the devices compute the next layers
    cudaSetDevice(0);
    for (int d = 1; d < parts; d++) {
        cudaStreamWaitEvent(p[0].compute, p[d].ready, 0);
        cudaMemcpyPeerAsync(inbox, 0, p[d].g, d, count * sizeof(*sum), p[0].compute);
        add<<<(count + 255) / 256, 256, 0, p[0].compute>>>(p[0].g, inbox, count);
    }
    for (int d = 1; d < parts; d++)
        cudaMemcpyPeerAsync(p[d].g, d, p[0].g, 0, count * sizeof(*sum), p[0].compute);
    cudaStreamSynchronize(p[0].compute);

    cudaMemcpy(sum, p[parts - 1].g, count * sizeof(*sum), cudaMemcpyDeviceToHost);
    cudaFree(inbox);
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        release(&p[d]);
    }
}

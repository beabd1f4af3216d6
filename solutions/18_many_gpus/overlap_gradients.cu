// Two streams for each device: one computes layer after layer, the other sends what is complete.
//
// The event after each backward says that this layer's gradient may travel. The sending stream of
// device 0 waits for it, fetches the gradient, and adds; the computing streams know nothing of that
// and go on. So the copies of layer 5 run beside the kernels of layer 4, and only those of layer 0,
// the last to be computed, have nothing to hide behind.
//
// One event for each device is enough, though it is recorded anew for each layer: a stream waits for
// what was recorded last when cudaStreamWaitEvent was called. The host calls it before it records
// the next.
//
// Nothing is overwritten too early. Every layer has its own part of g, the inbox is used by one
// stream, one entry after the other, and the sum of a layer overwrites the device's own
// gradient, which device 0 has fetched by then: `added` comes after those copies.
//
// A launch, a copy and their latency for each layer would be too much with hundreds of small layers.
// PyTorch therefore collects gradients in buckets of 25 MB and sends a bucket as soon as it is full.

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
    cudaStream_t compute, send;
    cudaEvent_t ready;
};

static void prepare(struct part *p, const unsigned int *x, int m, int layers)
{
    size_t bytes = m * sizeof(*x);

    cudaStreamCreate(&p->compute);
    cudaStreamCreate(&p->send);
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
    cudaStreamDestroy(p->send);
}

// Device 0 adds up all devices' gradients of a layer, which begin at `first`, and sends the sum back.
static void all_reduce(struct part *p, int parts, unsigned int *inbox, cudaEvent_t added, size_t first, int m)
{
    size_t bytes = m * sizeof(*inbox);

    cudaSetDevice(0);
    cudaStreamWaitEvent(p[0].send, p[0].ready, 0);
    for (int d = 1; d < parts; d++) {
        cudaStreamWaitEvent(p[0].send, p[d].ready, 0);
        cudaMemcpyPeerAsync(inbox, 0, p[d].g + first, d, bytes, p[0].send);
        add<<<(m + 255) / 256, 256, 0, p[0].send>>>(p[0].g + first, inbox, m);
    }
    cudaEventRecord(added, p[0].send);
    for (int d = 1; d < parts; d++) {
        cudaStreamWaitEvent(p[d].send, added, 0);
        cudaMemcpyPeerAsync(p[d].g + first, d, p[0].g + first, 0, bytes, p[d].send);
    }
}

void backward_all(const unsigned int *x, unsigned int *sum, int m, int layers, int rounds)
{
    unsigned int *inbox;
    struct part p[DEVICES_MAX];
    cudaEvent_t added;
    int parts;

    cudaGetDeviceCount(&parts);
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        prepare(&p[d], x + (size_t)d * m, m, layers);
    }
    cudaSetDevice(0);
    cudaMalloc(&inbox, m * sizeof(*inbox));
    cudaEventCreateWithFlags(&added, cudaEventDisableTiming);

    for (int layer = layers - 1; layer >= 0; layer--) {
        size_t first = (size_t)layer * m;

        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            backward<<<(m + 255) / 256, 256, 0, p[d].compute>>>(p[d].delta, p[d].g + first, m, layer, rounds);
            cudaEventRecord(p[d].ready, p[d].compute);
        }
        all_reduce(p, parts, inbox, added, first, m);
    }
    for (int d = 0; d < parts; d++)
        cudaStreamSynchronize(p[d].send);
    cudaMemcpy(sum, p[parts - 1].g, (size_t)layers * m * sizeof(*sum), cudaMemcpyDeviceToHost);

    cudaEventDestroy(added);
    cudaFree(inbox);
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        release(&p[d]);
    }
}

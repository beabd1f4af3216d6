// Each device has its own rows and all the weights; gradients travel, rows do not.
//
// In a step all devices get their kernel first. Then device 0 collects: its stream waits for the
// event after each gradient, and copies it into an array of its own. The sum over the parts is made
// in the same order every time, so all weights come from one device and the copies cannot drift apart.
// The sum is scaled once by rate / n. A mean for each device, and the mean of those, would give a row
// more weight where a device has fewer of them.
//
// The event after `update` releases the others. It does two jobs: they may copy the new weights, and
// they may clear their gradients, which device 0 has copied by then. The host never waits in the loop.
//
// With k small, collecting on one device is good enough. With the gigabytes of a large network all
// gradients would go through the links of device 0; a ring all-reduce (all_reduce) shares that out.

#include <cuda_runtime.h>

// Adds the gradient of these rows to g: a thread for each row.
__global__ void gradient(const float *x, const float *y, const float *w, float *g, int rows, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float error = 0;

    if (row < rows) {
        for (int j = 0; j < k; j++)
            error += w[j] * x[(size_t)row * k + j];
        error -= y[row];
    }
    for (int j = 0; j < k; j++) {
        float sum = row < rows ? error * x[(size_t)row * k + j] : 0;

        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xFFFFFFFF, sum, d);
        if (threadIdx.x % 32 == 0)
            atomicAdd(&g[j], sum);
    }
}

// Changes the weights. g has the gradients of several parts: k numbers of the first, k of the second, and so on.
__global__ void update(float *w, const float *g, int parts, float scale, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (j < k) {
        float sum = 0;

        for (int p = 0; p < parts; p++)
            sum += g[p * k + j];
        w[j] -= scale * sum;
    }
}

#define DEVICES_MAX 16

struct part {
    int first, rows;
    float *x, *y, *w, *g;
    cudaStream_t stream;
    cudaEvent_t ready; // its gradient; of part 0, in the end of a step, the new weights
};

static void prepare(struct part *p, const float *x, const float *y, const float *w, int k)
{
    size_t row = k * sizeof(float);

    cudaStreamCreate(&p->stream);
    cudaEventCreateWithFlags(&p->ready, cudaEventDisableTiming);
    cudaMalloc(&p->x, p->rows * row);
    cudaMalloc(&p->y, p->rows * sizeof(float));
    cudaMalloc(&p->w, row);
    cudaMalloc(&p->g, row);
    cudaMemcpy(p->x, x + (size_t)p->first * k, p->rows * row, cudaMemcpyHostToDevice);
    cudaMemcpy(p->y, y + p->first, p->rows * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(p->w, w, row, cudaMemcpyHostToDevice);
}

static void compute(struct part *p, int k)
{
    cudaMemsetAsync(p->g, 0, k * sizeof(float), p->stream);
    gradient<<<(p->rows + 127) / 128, 128, 0, p->stream>>>(p->x, p->y, p->w, p->g, p->rows, k);
    cudaEventRecord(p->ready, p->stream);
}

static void release(struct part *p)
{
    cudaFree(p->x);
    cudaFree(p->y);
    cudaFree(p->w);
    cudaFree(p->g);
    cudaEventDestroy(p->ready);
    cudaStreamDestroy(p->stream);
}

// Device 0 collects the gradients and changes its weights.
static void reduce(struct part *p, int parts, float *all, float scale, int k)
{
    cudaSetDevice(0);
    for (int d = 0; d < parts; d++) {
        cudaStreamWaitEvent(p[0].stream, p[d].ready, 0);
        cudaMemcpyPeerAsync(all + d * k, 0, p[d].g, d, k * sizeof(float), p[0].stream);
    }
    update<<<(k + 63) / 64, 64, 0, p[0].stream>>>(p[0].w, all, parts, scale, k);
    cudaEventRecord(p[0].ready, p[0].stream);
}

// The others fetch the new weights.
static void broadcast(struct part *p, int parts, int k)
{
    for (int d = 1; d < parts; d++) {
        cudaStreamWaitEvent(p[d].stream, p[0].ready, 0);
        cudaMemcpyPeerAsync(p[d].w, d, p[0].w, 0, k * sizeof(float), p[d].stream);
    }
}

void train(const float *x, const float *y, float *w, int n, int k, int steps, float rate)
{
    struct part p[DEVICES_MAX];
    float *all;
    int parts;

    cudaGetDeviceCount(&parts);
    if (parts > n)
        parts = n;
    for (int d = 0; d < parts; d++) {
        p[d].first = (long long)n * d / parts;
        p[d].rows = (long long)n * (d + 1) / parts - p[d].first;
        cudaSetDevice(d);
        prepare(&p[d], x, y, w, k);
    }
    cudaSetDevice(0);
    cudaMalloc(&all, parts * k * sizeof(float));
    for (int s = 0; s < steps; s++) {
        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            compute(&p[d], k);
        }
        reduce(p, parts, all, rate / n, k);
        broadcast(p, parts, k);
    }
    for (int d = 0; d < parts; d++)
        cudaStreamSynchronize(p[d].stream);
    cudaMemcpy(w, p[0].w, k * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(all);
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        release(&p[d]);
    }
}

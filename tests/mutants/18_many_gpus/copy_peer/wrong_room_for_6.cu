// Mistake: an array for 6 devices, where there may be more. The assertion makes sure how that ends.
// Expect: host-crash
#include <assert.h>
#include <cuda_runtime.h>

#define DEVICES_MAX 6

__global__ void make_table(unsigned int *table, unsigned int seed, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m) {
        unsigned int v = seed + i * 2654435761u;

        table[i] = (v ^ (v >> 13)) * 739997u;
    }
}

__global__ void look_up(const unsigned int *x, unsigned int *y, int n, const unsigned int *table, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = table[x[i] % m] ^ x[i];
}

struct part {
    int first, count;
    unsigned int *x, *y, *table;
    cudaStream_t stream;
};

static void prepare(struct part *p, const unsigned int *x, int m)
{
    cudaStreamCreate(&p->stream);
    cudaMalloc(&p->x, p->count * sizeof(*p->x));
    cudaMalloc(&p->y, p->count * sizeof(*p->y));
    cudaMalloc(&p->table, m * sizeof(*p->table));
    cudaMemcpy(p->x, x + p->first, p->count * sizeof(*x), cudaMemcpyHostToDevice);
}

static void release(struct part *p)
{
    cudaFree(p->x);
    cudaFree(p->y);
    cudaFree(p->table);
    cudaStreamDestroy(p->stream);
}

void look_up_all(const unsigned int *x, unsigned int *y, int n, unsigned int seed, int m)
{
    struct part p[DEVICES_MAX];
    cudaEvent_t made;
    int parts;

    cudaGetDeviceCount(&parts);
    assert(parts <= DEVICES_MAX);
    if (parts > n)
        parts = n;
    for (int d = 0; d < parts; d++) {
        p[d].first = (long long)n * d / parts;
        p[d].count = (long long)n * (d + 1) / parts - p[d].first;
        cudaSetDevice(d);
        prepare(&p[d], x, m);
    }
    cudaSetDevice(0);
    cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
    make_table<<<(m + 255) / 256, 256, 0, p[0].stream>>>(p[0].table, seed, m);
    cudaEventRecord(made, p[0].stream);

    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        if (d > 0) {
            cudaStreamWaitEvent(p[d].stream, made, 0);
            cudaMemcpyPeerAsync(p[d].table, d, p[0].table, 0, m * sizeof(*x), p[d].stream);
        }
        look_up<<<(p[d].count + 255) / 256, 256, 0, p[d].stream>>>(p[d].x, p[d].y, p[d].count, p[d].table, m);
    }
    for (int d = 0; d < parts; d++) {
        cudaMemcpyAsync(y + p[d].first, p[d].y, p[d].count * sizeof(*y), cudaMemcpyDeviceToHost, p[d].stream);
        cudaStreamSynchronize(p[d].stream);
    }
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        release(&p[d]);
    }
    cudaEventDestroy(made);
}

// The table goes straight into the memory of each device, and no stream waits for more than it needs.
//
// One event is recorded after make_table. Every other device's stream waits for it, copies the
// table, and goes on with its own part: three entries of one queue, so nothing else has to be
// said about their order. cudaStreamWaitEvent returns at once, so the loop has given work to all
// devices before the first of them is done. (The parts of x are there before: a copy of pageable
// memory makes the host wait for the stream, so between the kernels it would spoil that.)
//
// All copies of the table leave device 0, one after the other or sharing its links. With 4 devices
// that is good enough. With 16, a device that has the table should pass it on: a tree needs 4 rounds
// instead of 15, and that is what ncclBroadcast does for you.
//
// A kernel could also read the table of device 0 over the link, once peer access is enabled. That pays
// for a few numbers that are read once. Here every entry may be read often, and a copy moves them all
// at the link's full speed.

#include <cuda_runtime.h>

#define DEVICES_MAX 16

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

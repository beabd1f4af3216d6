// Each part fetches its halo, computes, and marks with an event how far it is.
//
// A step has two loops. In the first, every stream waits for the events of its neighbours and copies
// the two rows into its own halo; in the second, every device gets its kernel, and records its event
// again. With one loop for both, device 1 would find the event of device 0 recorded anew, after the
// kernel of this very step, and the devices would run one after the other.
//
// Two arrays for each part take turns, so a kernel never writes what a neighbour still reads: before
// device 0 writes into the same array again, it has waited for the event after device 1's kernel,
// and so after device 1's copies, too. One event for each device is enough for that.
//
// The halos at the top and at the bottom of the grid have no neighbour. They hold the zeros of the
// memset, since nothing ever writes there. Copies run in the device's own stream, so the kernel
// after them needs no further event. The host waits only at the end.

#include <cuda_runtime.h>

#define DEVICES_MAX 16

// A step of `rows` rows, from row 1 on. The rows 0 and rows + 1 belong to the neighbours, and are only read.
__global__ void step(const unsigned int *from, unsigned int *to, int rows, int w, int rounds)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y + 1;

    if (x < w && y <= rows) {
        const unsigned int *p = from + (size_t)y * w + x;
        unsigned int v = p[0] + 3 * p[-w] + 5 * p[w];

        if (x > 0)
            v += 7 * p[-1];
        if (x < w - 1)
            v += 11 * p[1];
        for (int k = 1; k <= rounds; k++)
            v = (v ^ (v >> 15)) * 739997u + k;
        to[(size_t)y * w + x] = v;
    }
}

struct part {
    int first, rows;
    unsigned int *from, *to; // rows + 2 rows each
    cudaStream_t stream;
    cudaEvent_t done;
};

static void prepare(struct part *p, int w)
{
    size_t bytes = (size_t)(p->rows + 2) * w * sizeof(*p->from);

    cudaStreamCreate(&p->stream);
    cudaEventCreateWithFlags(&p->done, cudaEventDisableTiming);
    cudaMalloc(&p->from, bytes);
    cudaMalloc(&p->to, bytes);
    cudaMemsetAsync(p->from, 0, bytes, p->stream);
    cudaMemsetAsync(p->to, 0, bytes, p->stream);
}

static void compute(struct part *p, int w, int rounds)
{
    dim3 block(32, 8), grid((w + 31) / 32, (p->rows + 7) / 8);
    unsigned int *t = p->from;

    step<<<grid, block, 0, p->stream>>>(p->from, p->to, p->rows, w, rounds);
    cudaEventRecord(p->done, p->stream);
    p->from = p->to;
    p->to = t;
}

static void release(struct part *p)
{
    cudaFree(p->from);
    cudaFree(p->to);
    cudaEventDestroy(p->done);
    cudaStreamDestroy(p->stream);
}

// The rows beside part d, once the neighbours have computed them.
static void fetch_halo(struct part *p, int d, int parts, int w)
{
    size_t row = w * sizeof(unsigned int);

    if (d > 0) {
        cudaStreamWaitEvent(p[d].stream, p[d - 1].done, 0);
        cudaMemcpyPeerAsync(p[d].from, d, p[d - 1].from + (size_t)p[d - 1].rows * w, d - 1, row, p[d].stream);
    }
    if (d < parts - 1) {
        cudaStreamWaitEvent(p[d].stream, p[d + 1].done, 0);
        cudaMemcpyPeerAsync(p[d].from + (size_t)(p[d].rows + 1) * w, d, p[d + 1].from + w, d + 1, row, p[d].stream);
    }
}

void run_steps(unsigned int *cells, int h, int w, int steps, int rounds)
{
    size_t row = w * sizeof(*cells);
    struct part p[DEVICES_MAX];
    int parts;

    cudaGetDeviceCount(&parts);
    if (parts > h)
        parts = h;
    for (int d = 0; d < parts; d++) {
        p[d].first = (long long)h * d / parts;
        p[d].rows = (long long)h * (d + 1) / parts - p[d].first;
        cudaSetDevice(d);
        prepare(&p[d], w);
    }
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        cudaMemcpy(p[d].from + w, cells + (size_t)p[d].first * w, p[d].rows * row, cudaMemcpyHostToDevice);
        cudaEventRecord(p[d].done, p[d].stream);
    }
    for (int s = 0; s < steps; s++) {
        for (int d = 0; d < parts; d++)
            fetch_halo(p, d, parts, w);
        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            compute(&p[d], w, rounds);
        }
    }
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        cudaMemcpy(cells + (size_t)p[d].first * w, p[d].from + w, p[d].rows * row, cudaMemcpyDeviceToHost);
    }
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        release(&p[d]);
    }
}

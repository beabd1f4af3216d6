// The plate has a single cut. In each step the two rows beside the cut travel, in one direction
// each, and all other rows are computed meanwhile.
//
// Each part has its own rows and one row more on either side (one of them lies outside of the plate
// and is never used), and two streams:
//
//   outer   waits for the neighbour, fetches its row, computes the row beside the cut
//   inner   computes all other rows
//
// and an event for each, after its kernel. A step waits for three of them of the step before. Outer
// needs the neighbour's border row; and both streams need what the other one of their own device has
// computed. The same events make sure that nothing is overwritten too early. In step s + 1 a kernel
// writes the array that step s has read. The reader on this device was the other stream, which has
// been waited for. The reader on the other device was the copy in its outer stream, in front of the
// border kernel whose event its own outer stream waits for.
//
// In each step all waits and copies come first, for both devices, and the kernels in a second loop:
// the events must still be those of the step before.
//
// The largest change is found by the steps that are looked at, and not by another kernel: the step
// has both values in registers. A warp's maximum, then one atomic for each warp. The host gets one
// number from each device, and waits only then; in between some dozens of steps are in the queues.

#include <cuda_runtime.h>
#include <algorithm>

#define PARTS_MAX 2

// Rows from `begin` to `end` of a part whose row 0 is row `first` of a plate of h rows.
// With `most`, also the largest change.
__global__ void step(float *out, const float *old, const float *source, int begin, int end, int first, int h, int w, float *most)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = begin + blockIdx.y * blockDim.y + threadIdx.y;
    float change = 0;

    if (x < w && y < end) {
        size_t i = (size_t)y * w + x;
        bool edge = x == 0 || x == w - 1 || first + y == 0 || first + y == h - 1;

        out[i] = edge ? old[i] : 0.25f * (old[i - 1] + old[i + 1] + old[i - w] + old[i + w] + source[i]);
        change = fabsf(out[i] - old[i]);
    }
    if (most) {
        for (int d = 16; d > 0; d /= 2)
            change = fmaxf(change, __shfl_down_sync(0xFFFFFFFF, change, d));
        if (threadIdx.x == 0)
            atomicMax((int *)most, __float_as_int(change));
    }
}

struct part {
    int first, rows;      // its own rows of the plate
    int row, halo;        // the row beside the cut, and where the neighbour's goes
    float *old, *out, *source, *most;
    cudaStream_t outer, inner;
    cudaEvent_t border, rest;
};

// Arrays begin with the row above the own ones: row -1 of a part is valid memory, and so is row `rows`.
static float *with_halo(int rows, int w)
{
    float *p;

    cudaMalloc(&p, (size_t)(rows + 2) * w * sizeof(*p));
    return p + w;
}

static void prepare(struct part *p, const float *plate, const float *source, int w)
{
    size_t bytes = (size_t)p->rows * w * sizeof(*plate), first = (size_t)p->first * w;

    cudaStreamCreate(&p->outer);
    cudaStreamCreate(&p->inner);
    cudaEventCreateWithFlags(&p->border, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&p->rest, cudaEventDisableTiming);
    p->old = with_halo(p->rows, w);
    p->out = with_halo(p->rows, w);
    cudaMalloc(&p->source, bytes);
    cudaMalloc(&p->most, sizeof(*p->most));
    cudaMemset(p->most, 0, sizeof(*p->most));
    cudaMemcpy(p->old, plate + first, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(p->source, source + first, bytes, cudaMemcpyHostToDevice);
    cudaEventRecord(p->border, p->outer);
    cudaEventRecord(p->rest, p->inner);
}

static void release(struct part *p, int w)
{
    cudaFree(p->old - w);
    cudaFree(p->out - w);
    cudaFree(p->source);
    cudaFree(p->most);
    cudaEventDestroy(p->border);
    cudaEventDestroy(p->rest);
    cudaStreamDestroy(p->outer);
    cudaStreamDestroy(p->inner);
}

// What this part's kernels of a step need of the step before.
static void wait_and_fetch(struct part *p, int d, int parts, int w)
{
    struct part *other = &p[1 - d];

    cudaStreamWaitEvent(p[d].outer, p[d].rest, 0);
    cudaStreamWaitEvent(p[d].inner, p[d].border, 0);
    if (parts == 2) {
        cudaStreamWaitEvent(p[d].outer, other->border, 0);
        cudaMemcpyPeerAsync(p[d].old + p[d].halo * w, d, other->old + other->row * w, 1 - d, w * sizeof(float), p[d].outer);
    }
}

static void launch(const struct part *p, int begin, int end, int h, int w, float *most, cudaStream_t stream)
{
    dim3 block(32, 8), grid((w + 31) / 32, (end - begin + 7) / 8);

    if (begin < end)
        step<<<grid, block, 0, stream>>>(p->out, p->old, p->source, begin, end, p->first, h, w, most);
}

static void compute(struct part *p, int h, int w, bool look)
{
    float *most = look ? p->most : NULL;

    launch(p, p->row, p->row + 1, h, w, most, p->outer);
    cudaEventRecord(p->border, p->outer);
    launch(p, p->row == 0 ? 1 : 0, p->row == 0 ? p->rows : p->rows - 1, h, w, most, p->inner);
    cudaEventRecord(p->rest, p->inner);
    std::swap(p->old, p->out);
}

// The largest change on all devices, and a 0 for the next time.
static float largest_change(struct part *p, int parts)
{
    float all = 0;

    for (int d = 0; d < parts; d++) {
        float most;

        cudaSetDevice(d);
        cudaMemcpy(&most, p[d].most, sizeof(most), cudaMemcpyDeviceToHost);
        cudaMemset(p[d].most, 0, sizeof(most));
        all = std::max(all, most);
    }
    return all;
}

int heat_two_gpus(float *plate, const float *source, int h, int w, float tolerance, int every, int most_steps)
{
    struct part p[PARTS_MAX] = {};
    int parts, steps = 0;

    cudaGetDeviceCount(&parts);
    parts = std::min(std::min(parts, PARTS_MAX), h);
    for (int d = 0; d < parts; d++) {
        p[d].first = h * d / parts;
        p[d].rows = h * (d + 1) / parts - p[d].first;
        p[d].row = d == 0 ? p[d].rows - 1 : 0;
        p[d].halo = d == 0 ? p[d].rows : -1;
        cudaSetDevice(d);
        prepare(&p[d], plate, source, w);
    }
    while (steps < most_steps) {
        bool look = (steps + 1) % every == 0;

        for (int d = 0; d < parts; d++)
            wait_and_fetch(p, d, parts, w);
        for (int d = 0; d < parts; d++) {
            cudaSetDevice(d);
            compute(&p[d], h, w, look);
        }
        steps++;
        if (look && largest_change(p, parts) < tolerance)
            break;
    }
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        cudaMemcpy(plate + (size_t)p[d].first * w, p[d].old, (size_t)p[d].rows * w * sizeof(*plate), cudaMemcpyDeviceToHost);
    }
    for (int d = 0; d < parts; d++) {
        cudaSetDevice(d);
        release(&p[d], w);
    }
    return steps;
}

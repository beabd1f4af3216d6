// Mistake: the product has more digits than a float holds, so some levels are one too small.
// Expect: wrong-answer
#include <cuda_runtime.h>

#define BINS_MAX 1024

struct range {
    unsigned int lo, hi;
};

__device__ int bin_of(unsigned int v, struct range r, int bins)
{
    return (v - r.lo) * bins / (r.hi - r.lo + 1);
}

// Stage 1: a minimum and a maximum of each warp, one atomic operation for each.
__global__ void find_range(const unsigned short *x, int n, struct range *range)
{
    unsigned int lo = 0xFFFFFFFF, hi = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        lo = min(lo, (unsigned int)x[i]);
        hi = max(hi, (unsigned int)x[i]);
    }
    for (int d = 16; d > 0; d /= 2) {
        lo = min(lo, __shfl_down_sync(0xFFFFFFFF, lo, d));
        hi = max(hi, __shfl_down_sync(0xFFFFFFFF, hi, d));
    }
    if (threadIdx.x % 32 == 0) {
        atomicMin(&range->lo, lo);
        atomicMax(&range->hi, hi);
    }
}

// Stage 2: a histogram in shared memory for each block.
__global__ void count_bins(const unsigned short *x, int n, const struct range *range, int bins, unsigned int *count)
{
    __shared__ unsigned int own[BINS_MAX];
    struct range r = *range;

    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[bin_of(x[i], r, bins)], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (own[b])
            atomicAdd(&count[b], own[b]);
}

// Stage 3: one block; a thread for each bin adds up the bins below, and knows the level then.
__global__ void find_levels(const unsigned int *count, int bins, int n, unsigned char *level)
{
    __shared__ unsigned int sum[BINS_MAX];
    int b = threadIdx.x;

    sum[b] = b < bins ? count[b] : 0;
    for (int d = 1; d < BINS_MAX; d *= 2) {
        unsigned int below;

        __syncthreads();
        below = b >= d ? sum[b - d] : 0;
        __syncthreads();
        sum[b] += below;
    }
    if (b < bins)
        level[b] = 255.0f * (sum[b] - count[b]) / n;
}

// Stage 4: each pixel looks up its level.
__global__ void set_levels(const unsigned short *x, unsigned char *y, int n, const struct range *range, int bins,
                           const unsigned char *level)
{
    struct range r = *range;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = level[bin_of(x[i], r, bins)];
}

void tone_map(const unsigned short *x, unsigned char *y, int h, int w, int bins)
{
    int n = h * w, blocks = (n + 1023) / 1024 < 512 ? (n + 1023) / 1024 : 512;
    unsigned short *d_x;
    unsigned char *d_y, *level;
    unsigned int *count;
    struct range *range;

    cudaMalloc(&d_x, n * sizeof(*x));
    cudaMalloc(&d_y, n);
    cudaMalloc(&level, BINS_MAX);
    cudaMalloc(&count, BINS_MAX * sizeof(*count));
    cudaMalloc(&range, sizeof(*range));
    cudaMemset(&range->lo, 0xFF, sizeof(range->lo));
    cudaMemset(&range->hi, 0, sizeof(range->hi));
    cudaMemset(count, 0, BINS_MAX * sizeof(*count));
    cudaMemcpy(d_x, x, n * sizeof(*x), cudaMemcpyHostToDevice);

    find_range<<<blocks, 256>>>(d_x, n, range);
    count_bins<<<blocks, 256>>>(d_x, n, range, bins, count);
    find_levels<<<1, BINS_MAX>>>(count, bins, n, level);
    set_levels<<<blocks, 256>>>(d_x, d_y, n, range, bins, level);
    cudaMemcpy(y, d_y, n, cudaMemcpyDeviceToHost);

    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(level);
    cudaFree(count);
    cudaFree(range);
}

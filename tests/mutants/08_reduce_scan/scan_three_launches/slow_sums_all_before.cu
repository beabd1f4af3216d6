// Right, but `scan_totals` does nothing: each thread of `add_before` adds up all totals before its block.
// Expect: too-slow warp_instructions
#include <cuda_runtime.h>

// All 256 threads of a block call it: the sum of v of this thread and of those before it.
__device__ int scan_in_block(int v)
{
    __shared__ int tile[256];
    int t = threadIdx.x;

    tile[t] = v;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    v = tile[t];
    __syncthreads();
    return v;
}

__global__ void scan_blocks(int *out, int *total, const int *x, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    int v = scan_in_block(i < n ? x[i] : 0);

    if (i < n)
        out[i] = v;
    if (threadIdx.x == 255)
        total[blockIdx.x] = v;
}

__global__ void scan_totals(int *total, int blocks)
{
}

__global__ void add_before(int *out, const int *total, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;

    if (i < n)
        for (int b = 0; b < blockIdx.x; b++)
            out[i] += total[b];
}

void scan(int *out, const int *x, int n)
{
    int blocks = (n + 255) / 256;
    int *d_out, *d_x, *d_total;

    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_x, n * sizeof(int));
    cudaMalloc(&d_total, blocks * sizeof(int));
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    scan_blocks<<<blocks, 256>>>(d_out, d_total, d_x, n);
    scan_totals<<<1, 256>>>(d_total, blocks);
    add_before<<<blocks, 256>>>(d_out, d_total, n);

    cudaMemcpy(out, d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFree(d_x);
    cudaFree(d_total);
}

// A kernel should leave its variables as the next launch expects them.
//
// `__device__` variables live as long as the program, and get their initial value only once, before
// the first launch. `arrived` ended at the number of blocks, so in the second launch no block was
// the last: none wrote `result`, and the copy brought back that of the first batch. With that fixed,
// `top` was the largest number of all batches so far: wrong if a later batch has only smaller ones.
//
// The last block resets both: at that time no other block uses them, so there is no race. At the
// beginning of the kernel there would be one: some blocks have already counted when another clears.
// A launch begins only when the one before it has ended, so it finds what that one left.
//
// It costs nothing, unlike two cudaMemcpyToSymbol for each batch. But those would also be right if a
// kernel in between was stopped halfway.

#include <climits>

#include <cuda_runtime.h>

__device__ unsigned int arrived; // blocks that have written their sum
__device__ int top = INT_MIN;    // the largest number so far

__global__ void total_up(int *result, int *part, const int *x, int n)
{
    __shared__ unsigned int tile;
    __shared__ int most;
    __shared__ bool last;
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;

    if (t == 0) {
        tile = 0;
        most = INT_MIN;
    }
    __syncthreads();
    if (i < n) {
        atomicAdd(&tile, (unsigned int)x[i]);
        atomicMax(&most, x[i]);
    }
    __syncthreads();

    if (t == 0) {
        part[blockIdx.x] = (int)tile;
        atomicMax(&top, most);
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();

    if (last && t == 0) {
        unsigned int s = 0;

        __threadfence();
        for (int b = 0; b < gridDim.x; b++)
            s += (unsigned int)part[b];
        result[0] = (int)s;
        result[1] = top;
        top = INT_MIN;
        arrived = 0;
    }
}

void totals(int *sum, int *largest, const int *x, int n, int batches)
{
    int *d_x, *d_part, *d_result, result[2], blocks = (n + 255) / 256;

    cudaMalloc(&d_x, n * sizeof(int));
    cudaMalloc(&d_part, blocks * sizeof(int));
    cudaMalloc(&d_result, sizeof(result));
    for (int b = 0; b < batches; b++) {
        cudaMemcpy(d_x, x + (size_t)b * n, n * sizeof(int), cudaMemcpyHostToDevice);
        total_up<<<blocks, 256>>>(d_result, d_part, d_x, n);
        cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);
        sum[b] = result[0];
        largest[b] = result[1];
    }
    cudaFree(d_x);
    cudaFree(d_part);
    cudaFree(d_result);
}

// pool_alloc: steps, each of which needs some memory for a while.
//
//   x       n whole numbers in the host's memory, to change in place
//   steps   the number of steps, 0 or more
//
// The results are right already. But each step waits for the device.

#include <cuda_runtime.h>

__global__ void pairs(int *sum, const int *x, int n, int group)
{
    int g = blockIdx.x * blockDim.x + threadIdx.x;

    if ((long long)g * group >= n)
        return;

    int total = 0;

    for (int i = g * group; i < n && i < (g + 1) * group; i++)
        total += x[i];
    sum[g] = total;
}

__global__ void spread(int *x, const int *sum, int n, int group)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] -= sum[i / group];
}

void halve_all(int *x, int n, int steps)
{
    int *d_x;

    cudaMalloc(&d_x, n * sizeof(int));
    cudaMemcpy(d_x, x, n * sizeof(int), cudaMemcpyHostToDevice);

    // YOUR CODE HERE: no cudaMalloc and no cudaFree in the loop
    for (int s = 0; s < steps; s++) {
        int group = 2 << s, groups = (n + group - 1) / group;
        int *d_sum;

        cudaMalloc(&d_sum, groups * sizeof(int));
        pairs<<<(groups + 255) / 256, 256>>>(d_sum, d_x, n, group);
        spread<<<(n + 255) / 256, 256>>>(d_x, d_sum, n, group);
        cudaFree(d_sum);
    }

    cudaMemcpy(x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}

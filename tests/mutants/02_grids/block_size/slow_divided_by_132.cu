// Right, and a block for every multiprocessor; but of 75 threads, and the third warp of each has 11.
// Expect: too-slow active_lanes
#include <cuda_runtime.h>

__global__ void add(float *sum, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        sum[i] = a[i] + b[i];
}

void add_up(float *sum, const float *a, const float *b, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_sum, *d_a, *d_b;

    cudaMalloc(&d_sum, bytes);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);

    int block = n / 132 < 32 ? 32 : n / 132 > 1024 ? 1024 : n / 132;

    add<<<(n + block - 1) / block, block>>>(d_sum, d_a, d_b, n);

    cudaMemcpy(sum, d_sum, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    cudaFree(d_a);
    cudaFree(d_b);
}

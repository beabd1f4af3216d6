// Mistake: one block and no loop: all but the first 1024 elements are forgotten.
// Expect: wrong-answer
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

    add<<<1, 1024>>>(d_sum, d_a, d_b, n);

    cudaMemcpy(sum, d_sum, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    cudaFree(d_a);
    cudaFree(d_b);
}

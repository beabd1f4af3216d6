// Mistake: always as many blocks as the machine takes, whatever n is: most of the threads have nothing to do.
// Expect: rule-broken threads
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

    int block = n > 200000 ? 256 : 64;
    int blocks = 132 * 2048 / block > (n + block - 1) / block ? 132 * 2048 / block : (n + block - 1) / block;

    add<<<blocks, block>>>(d_sum, d_a, d_b, n); // <-- here

    cudaMemcpy(sum, d_sum, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    cudaFree(d_a);
    cudaFree(d_b);
}

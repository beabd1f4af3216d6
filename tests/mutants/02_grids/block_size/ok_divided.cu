// Expect: passed
// The work divided by the multiprocessors, rounded down to whole warps, and never above 256.
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

    int sms;

    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    int warps = n / sms / 32;
    int block = 32 * (warps < 1 ? 1 : warps > 8 ? 8 : warps);

    add<<<(n + block - 1) / block, block>>>(d_sum, d_a, d_b, n);

    cudaMemcpy(sum, d_sum, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_sum);
    cudaFree(d_a);
    cudaFree(d_b);
}

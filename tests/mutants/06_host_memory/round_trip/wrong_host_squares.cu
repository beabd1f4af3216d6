// Mistake: the host computes the squares itself; what the kernel computed counts nothing.
// Expect: rule-broken needs_kernels
#include <cuda_runtime.h>

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[i] * x[i];
}

void round_trip(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    cudaFree(d_x);
    cudaFree(d_y);
}

// Mistake: only two of the three are fused.
// Expect: rule-broken kernels
#include <cuda_runtime.h>

__global__ void scale_squash(float *a, const float *x, float scale, float shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] = (x[i] * scale + shift) / (1 + fabsf(x[i] * scale + shift));
}

__global__ void blend(float *y, const float *b, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = (b[i] + x[i]) / 2;
}

void refine(float *y, const float *x, float scale, float shift, int n)
{
    size_t bytes = n * sizeof(float);
    int blocks = (n + 255) / 256;
    float *d_x, *d_a, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);

    scale_squash<<<blocks, 256>>>(d_a, d_x, scale, shift, n);
    blend<<<blocks, 256>>>(d_y, d_a, d_x, n); // <-- here

    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_a);
    cudaFree(d_y);
}

// Expect: passed
// The three formulas as device functions, so that each keeps its name.
#include <cuda_runtime.h>

static __device__ float scale_shift(float x, float scale, float shift) { return x * scale + shift; }
static __device__ float squash(float a) { return a / (1 + fabsf(a)); }
static __device__ float blend(float b, float x) { return (b + x) / 2; }

__global__ void refine_all(float *y, const float *x, float scale, float shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = blend(squash(scale_shift(x[i], scale, shift)), x[i]);
}

void refine(float *y, const float *x, float scale, float shift, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    refine_all<<<(n + 255) / 256, 256>>>(d_y, d_x, scale, shift, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

// Mistake: no guard, so the last block works beyond the end.
// Expect: memory-error out-of-bounds
#include <cuda_runtime.h>

__global__ void refine_all(float *y, const float *x, float scale, float shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    {
        float v = x[i], a = v * scale + shift, b = a / (1 + fabsf(a)); // <-- here

        y[i] = (b + v) / 2;
    }
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

// Expect: passed
// One array on the device is enough: each element is read and written by one thread.
#include <cuda_runtime.h>

__global__ void refine_all(float *y, const float *x, float scale, float shift, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float v = x[i], a = v * scale + shift, b = a / (1 + fabsf(a));

        y[i] = (b + v) / 2;
    }
}

void refine(float *y, const float *x, float scale, float shift, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x;

    cudaMalloc(&d_x, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    refine_all<<<(n + 255) / 256, 256>>>(d_x, d_x, scale, shift, n);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}

// Mistake: a single thread does everything.
// Expect: rule-broken working_blocks
#include <cuda_runtime.h>

__global__ void refine_all(float *y, const float *x, float scale, float shift, int n)
{
    for (int i = 0; i < n; i++) {
        float v = x[i], a = v * scale + shift;

        y[i] = (a / (1 + fabsf(a)) + v) / 2;
    }
}

void refine(float *y, const float *x, float scale, float shift, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    refine_all<<<1, 1>>>(d_y, d_x, scale, shift, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

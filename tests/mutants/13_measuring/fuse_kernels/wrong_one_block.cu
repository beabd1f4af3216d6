// Mistake: one block goes through all elements, and the other multiprocessors are idle.
// Expect: rule-broken working_blocks
#include <cuda_runtime.h>

__global__ void refine_all(float *y, const float *x, float scale, float shift, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = x[i], a = v * scale + shift, b = a / (1 + fabsf(a));

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
    refine_all<<<1, 1024>>>(d_y, d_x, scale, shift, n); // <-- here
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

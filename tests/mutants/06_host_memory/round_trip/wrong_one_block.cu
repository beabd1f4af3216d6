// Mistake: one block goes through the whole array, on one multiprocessor.
// Expect: rule-broken blocks
#include <cuda_runtime.h>

__global__ void square(float *y, const float *x, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = x[i] * x[i];
}

void round_trip(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    square<<<1, 1024>>>(d_y, d_x, n); // <-- here
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

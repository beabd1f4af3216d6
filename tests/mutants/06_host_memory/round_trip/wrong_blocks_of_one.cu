// Mistake: a block for each element, with one thread in it.
// Expect: rule-broken block_size
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
    square<<<n, 1>>>(d_y, d_x, n); // <-- here
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

// Mistake: the copies get a number of elements instead of bytes, so a quarter travels.
// Expect: memory-error uninitialised-read
#include <cuda_runtime.h>

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[i] * x[i]; // <-- here
}

void round_trip(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x, *d_y;

    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, n, cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, n, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
}

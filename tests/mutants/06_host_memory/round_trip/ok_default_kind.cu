// Expect: passed
// The runtime can tell the direction from the addresses; and the copies wait in the stream.
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
    cudaMemcpy(d_x, x, bytes, cudaMemcpyDefault);
    square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaMemcpyAsync(y, d_y, bytes, cudaMemcpyDefault, 0);
    cudaStreamSynchronize(0);
    cudaFree(d_x);
    cudaFree(d_y);
}

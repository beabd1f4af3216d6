// Expect: passed
// Both arrays in one piece of memory, the second right after the first.
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

    cudaMalloc(&d_x, 2 * bytes);
    d_y = d_x + n;
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}

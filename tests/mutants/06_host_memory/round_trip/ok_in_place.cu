// Expect: passed
// One array on the device does: each thread reads its element before it writes it.
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
    float *d_x;

    cudaMalloc(&d_x, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    square<<<(n + 255) / 256, 256>>>(d_x, d_x, n);
    cudaMemcpy(y, d_x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
}

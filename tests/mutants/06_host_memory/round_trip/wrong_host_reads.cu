// Mistake: the host reads the result through the device pointer.
// Expect: host-crash host-access
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
    square<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] = d_y[i]; // <-- here
    cudaFree(d_x);
    cudaFree(d_y);
}

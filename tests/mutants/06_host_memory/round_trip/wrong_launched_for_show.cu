// Mistake: the host computes, and the kernel is launched with nothing to do.
// Expect: rule-broken threads
#include <cuda_runtime.h>

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[i];
}

void round_trip(const float *x, float *y, int n)
{
    float *d;
    cudaMalloc(&d, 4);
    square<<<1, 32>>>(d, d, 0); // <-- here
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    cudaFree(d);
}

// Mistake: the host computes the squares. The launch has enough threads, but its kernel gets no elements, and nothing is copied.
// Expect: rule-broken bytes
#include <cuda_runtime.h>

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[i] * x[i];
}

void round_trip(const float *x, float *y, int n)
{
    square<<<(n + 255) / 256, 256>>>(nullptr, nullptr, 0);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

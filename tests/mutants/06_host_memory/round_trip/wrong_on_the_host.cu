// Mistake: the host squares them itself.
// Expect: rule-broken kernels
#include <cuda_runtime.h>

__global__ void square(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = x[i] * x[i];
}

void round_trip(const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}

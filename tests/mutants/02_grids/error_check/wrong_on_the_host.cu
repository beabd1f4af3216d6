// Mistake: the host does the doubling: nothing can fail, and nothing runs on the device.
// Expect: rule-broken kernels
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

cudaError_t twice(const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
    return cudaSuccess;
}

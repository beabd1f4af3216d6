// Mistake: the kernel gets the host's arrays. Neither malloc's pointers nor these mean anything on the device.
// Expect: memory-error host-pointer
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i]; // <-- here
}

cudaError_t twice(const float *x, float *y, int n)
{
    twice_kernel<<<(n + 255) / 256, 256>>>(y, x, n);
    cudaError_t error = cudaGetLastError();

    return error == cudaSuccess ? cudaDeviceSynchronize() : error;
}

// Mistake: reports that something failed, but not what.
// Expect: rule-broken checks_errors
#include <cuda_runtime.h>

__global__ void twice_kernel(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        y[i] = 2 * x[i];
}

cudaError_t twice(const float *x, float *y, int n)
{
    size_t bytes = n * sizeof(float);
    float *d_x = nullptr, *d_y = nullptr;
    bool good = cudaMalloc(&d_x, bytes) == cudaSuccess; // <-- here

    good = good && cudaMalloc(&d_y, bytes) == cudaSuccess;
    good = good && cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice) == cudaSuccess;
    if (good) {
        twice_kernel<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
        good = cudaGetLastError() == cudaSuccess;
    }
    good = good && cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(d_x);
    cudaFree(d_y);
    return good ? cudaSuccess : cudaErrorUnknown;
}

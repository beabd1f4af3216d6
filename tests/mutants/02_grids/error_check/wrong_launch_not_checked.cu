// Mistake: does not check the launch, because it returns nothing.
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
    cudaError_t error = cudaMalloc(&d_x, bytes);

    if (error == cudaSuccess)
        error = cudaMalloc(&d_y, bytes);
    if (error == cudaSuccess)
        error = cudaMemset(d_y, 0, bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess)
        twice_kernel<<<(n + 255) / 256, 256>>>(d_y, d_x, n); // <-- here
    if (error == cudaSuccess)
        error = cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return error;
}

// error_check: the host code for a kernel, which ignores every error.
//
//   x   n floats, read only
//   y   n floats; y[i] must become 2 * x[i]
//
// It must return the error of the first call that fails, or cudaSuccess if none does.
// At present it always returns cudaSuccess.

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
    float *d_x, *d_y;

    // YOUR CODE HERE: check what each of these returns
    cudaMalloc(&d_x, bytes);
    cudaMalloc(&d_y, bytes);
    cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    twice_kernel<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
    cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return cudaSuccess;
}

// One variable carries the error from call to call, and there is a single exit.
//
// Each step runs only while no call has failed, so the function returns the first error.
// Both pointers start as null, and cudaFree(nullptr) does nothing, so the exit need not
// know how far the function got. A launch returns nothing; cudaGetLastError right after it
// reports whether it could start. An error while the kernel runs is reported by the copy,
// which waits for the kernel: one more reason to check the copy.

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
    cudaError_t error;

    error = cudaMalloc(&d_x, bytes);
    if (error == cudaSuccess)
        error = cudaMalloc(&d_y, bytes);
    if (error == cudaSuccess)
        error = cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        twice_kernel<<<(n + 255) / 256, 256>>>(d_y, d_x, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);
    return error;
}

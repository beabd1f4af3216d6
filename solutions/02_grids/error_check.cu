// One variable carries the error from call to call, and there is one way out.
//
// Each step runs only while nothing has failed, so the first error is the one that
// is returned. Both pointers start as null, and cudaFree(nullptr) does nothing: the
// end need not know how far the beginning came. A launch returns nothing; whether it
// could start is asked of cudaGetLastError right behind it. That the kernel came to
// its end is told by the copy, which waits for it: one more reason to check it.

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

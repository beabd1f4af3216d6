// out_of_memory: process an array that may be larger than the device's memory.
//
//   x       n floats in the host's memory, each to divide by 2
//   least   do not work in pieces of fewer elements than this
//
// It returns cudaSuccess, or the error that made it give up. The stub gives up at once.

#include <cuda_runtime.h>

__global__ void halve(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = x[i] / 2;
}

cudaError_t halve_all(float *x, int n, int least)
{
    size_t bytes = n * sizeof(float);
    float *d_x;
    cudaError_t error;

    // YOUR CODE HERE: if the array does not fit, work in pieces
    (void)least;
    error = cudaMalloc(&d_x, bytes);
    if (error != cudaSuccess)
        return error;

    error = cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        halve<<<(n + 255) / 256, 256>>>(d_x, n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess)
        error = cudaMemcpy(x, d_x, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    return error;
}

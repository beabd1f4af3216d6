// power_iteration: multiplies a vector by a matrix again and again, and keeps it at length 1.
//
//   v       n floats: the vector before and after
//   a       n rows of n floats
//   steps   how often
//
// v and a are in the host's memory. The host does not wait in the loop.

#include <cublas_v2.h>
#include <cuda_runtime.h>

// YOUR CODE HERE: a kernel that divides by a length in device memory

void power_iteration(float *v, const float *a, int n, int steps)
{
    size_t bytes = n * sizeof(float);
    float *d_v, *d_w, *d_a, *d_length;
    cublasHandle_t handle;

    cublasCreate(&handle);
    cudaMalloc(&d_v, bytes);
    cudaMalloc(&d_w, bytes);
    cudaMalloc(&d_a, n * bytes);
    cudaMalloc(&d_length, sizeof(float));
    cudaMemcpy(d_v, v, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, a, n * bytes, cudaMemcpyHostToDevice);

    // YOUR CODE HERE: the loop
    (void)steps;

    cudaMemcpy(v, d_v, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    cudaFree(d_w);
    cudaFree(d_a);
    cudaFree(d_length);
    cublasDestroy(handle);
}

// gemm_cublas: the product of two matrices, computed by the library.
//
//   c   m rows of n floats, to write
//   a   m rows of k floats
//   b   k rows of n floats
//
// All three are in the host's memory, row by row. The library stores matrices column by column.

#include <cublas_v2.h>
#include <cuda_runtime.h>

void gemm(float *c, const float *a, const float *b, int m, int n, int k)
{
    size_t a_bytes = (size_t)m * k * sizeof(float);
    size_t b_bytes = (size_t)k * n * sizeof(float);
    size_t c_bytes = (size_t)m * n * sizeof(float);
    float *d_a, *d_b, *d_c;

    cudaMalloc(&d_a, a_bytes);
    cudaMalloc(&d_b, b_bytes);
    cudaMalloc(&d_c, c_bytes);
    cudaMemcpy(d_a, a, a_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, b_bytes, cudaMemcpyHostToDevice);

    // YOUR CODE HERE: a handle, the product, the copy back of c
    (void)c;

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}

// Memory has no rows or columns, only an order. Our c, row by row, is c transposed if you read it
// column by column; and (a b) transposed = b transposed times a transposed. Both factors are there
// already, since the library sees them transposed as well. So: b first, then a, nothing transposed,
// rows and columns of the result swapped.
//
// CUBLAS_OP_T for both would not do: then c itself would be stored column by column.
//
// beta is 0, so the library does not read c, which holds nothing yet. cudaMemcpy waits for the
// product. A program with many products creates one handle and keeps it.

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

    cublasHandle_t handle;
    float alpha = 1, beta = 0;
    cublasCreate(&handle);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, d_b, n, d_a, k, &beta, d_c, n);
    cudaMemcpy(c, d_c, c_bytes, cudaMemcpyDeviceToHost);
    cublasDestroy(handle);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}

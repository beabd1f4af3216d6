// The library's own functions for copies, and one allocation for all three.
// Expect: passed
#include <cublas_v2.h>
#include <cuda_runtime.h>

void gemm(float *c, const float *a, const float *b, int m, int n, int k)
{
    float *all, one = 1, zero = 0;
    cublasHandle_t blas;
    cublasCreate(&blas);
    cudaMalloc(&all, ((size_t)m * k + (size_t)k * n + (size_t)m * n) * sizeof(float));
    float *d_a = all, *d_b = d_a + (size_t)m * k, *d_c = d_b + (size_t)k * n;
    cublasSetMatrix(k, m, sizeof(float), a, k, d_a, k);
    cublasSetMatrix(n, k, sizeof(float), b, n, d_b, n);
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b, n, d_a, k, &zero, d_c, n);
    cublasGetMatrix(n, m, sizeof(float), d_c, n, c, n);
    cudaFree(all);
    cublasDestroy(blas);
}

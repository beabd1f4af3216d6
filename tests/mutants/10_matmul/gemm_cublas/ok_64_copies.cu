// All sizes of 64 bits, those of the copies as well; the library itself copies the matrices.
// Expect: passed
#include <cublas_v2.h>
#include <cuda_runtime.h>

void gemm(float *c, const float *a, const float *b, int m, int n, int k)
{
    const float one = 1, zero = 0;
    float *d_a, *d_b, *d_c;
    cublasHandle_t handle;

    cudaMalloc(&d_a, sizeof(float) * m * k);
    cudaMalloc(&d_b, sizeof(float) * k * n);
    cudaMalloc(&d_c, sizeof(float) * m * n);
    cublasCreate(&handle);

    cublasSetMatrix_64(k, m, sizeof(float), a, k, d_a, k);
    cublasSetVector_64((int64_t)k * n, sizeof(float), b, 1, d_b, 1);
    cublasSgemm_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, d_b, n, d_a, k, &zero, d_c, n);
    cublasGetMatrix_64(n, m, sizeof(float), d_c, n, c, n);

    cublasDestroy(handle);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}

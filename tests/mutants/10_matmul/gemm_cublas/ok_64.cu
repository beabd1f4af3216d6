// The form with sizes of 64 bits, for matrices of more than 2^31 elements.
// Expect: passed
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
    cublasSgemm_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, d_b, n, d_a, k, &beta, d_c, n);
    cudaMemcpy(c, d_c, c_bytes, cudaMemcpyDeviceToHost);
    cublasDestroy(handle);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}

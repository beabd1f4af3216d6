// Mistake: right, but calls the library for each head.
// Expect: rule-broken kernels
#include <cublas_v2.h>
#include <cuda_runtime.h>

void scores(float *s, const float *q, const float *k, float scale, int heads, int m, int n, int d)
{
    size_t q_bytes = (size_t)heads * m * d * sizeof(float);
    size_t k_bytes = (size_t)heads * n * d * sizeof(float);
    size_t s_bytes = (size_t)heads * m * n * sizeof(float);
    float *d_q, *d_k, *d_s;

    cudaMalloc(&d_q, q_bytes);
    cudaMalloc(&d_k, k_bytes);
    cudaMalloc(&d_s, s_bytes);
    cudaMemcpy(d_q, q, q_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_k, k, k_bytes, cudaMemcpyHostToDevice);

    cublasHandle_t handle;
    float zero = 0;
    cublasCreate(&handle);
    for (int h = 0; h < heads; h++)
        cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, d, &scale, d_k + (size_t)h * n * d, d, // <-- here
                    d_q + (size_t)h * m * d, d, &zero, d_s + (size_t)h * m * n, n);
    cudaMemcpy(s, d_s, s_bytes, cudaMemcpyDeviceToHost);
    cublasDestroy(handle);

    cudaFree(d_q);
    cudaFree(d_k);
    cudaFree(d_s);
}

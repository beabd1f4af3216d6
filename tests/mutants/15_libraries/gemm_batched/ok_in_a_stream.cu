// In a stream of its own, with one allocation and sizes of 64 bits.
// Expect: passed
#include <cublas_v2.h>
#include <cuda_runtime.h>

void scores(float *s, const float *q, const float *k, float scale, int heads, int m, int n, int d)
{
    long long q_size = (long long)m * d, k_size = (long long)n * d, s_size = (long long)m * n;
    float *all, zero = 0;
    cudaStream_t stream;
    cublasHandle_t handle;

    cudaStreamCreate(&stream);
    cublasCreate(&handle);
    cublasSetStream(handle, stream);
    cudaMalloc(&all, heads * (q_size + k_size + s_size) * sizeof(float));
    float *d_q = all, *d_k = d_q + heads * q_size, *d_s = d_k + heads * k_size;
    cudaMemcpy(d_q, q, heads * q_size * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_k, k, heads * k_size * sizeof(float), cudaMemcpyHostToDevice);
    cublasSgemmStridedBatched_64(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, d, &scale, d_k, d, k_size, d_q, d, q_size, &zero, d_s, n, s_size, heads);
    cudaStreamSynchronize(stream);
    cudaMemcpy(s, d_s, heads * s_size * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(all);
    cublasDestroy(handle);
    cudaStreamDestroy(stream);
}

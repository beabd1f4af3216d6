// Read column by column, our scores are the scores transposed, and the transpose of q * transposed k
// is k * transposed q. So k comes first. The library sees both arrays transposed: for q that is what the
// product needs, and k has to be turned back, which CUBLAS_OP_T does while the library reads.
//
// The leading dimension leaves no choice: it is the length of one of *our* rows, whatever the ops
// say. The strides are the sizes of a head's matrices; a stride of 0 would use the same matrix for all.
//
// scale is alpha: the multiplication costs nothing there. One call for 12 heads of 41 x 65 fills the
// device; 12 calls would each wait for their own launch, and leave most multiprocessors idle.

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
    cublasSgemmStridedBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, m, d, &scale, d_k, d, (long long)n * d,
                              d_q, d, (long long)m * d, &zero, d_s, n, (long long)m * n, heads);
    cudaMemcpy(s, d_s, s_bytes, cudaMemcpyDeviceToHost);
    cublasDestroy(handle);

    cudaFree(d_q);
    cudaFree(d_k);
    cudaFree(d_s);
}

// Mistake: lets the library store c column by column, and turns it with a kernel of its own.
// Expect: rule-broken kernels
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void transpose(float *out, const float *in, int m, int n)
{
    int r = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;

    if (r < m && j < n)
        out[r * n + j] = in[j * m + r];
}

void gemm(float *c, const float *a, const float *b, int m, int n, int k)
{
    size_t a_bytes = (size_t)m * k * sizeof(float);
    size_t b_bytes = (size_t)k * n * sizeof(float);
    size_t c_bytes = (size_t)m * n * sizeof(float);
    float *d_a, *d_b, *d_c, *d_t;

    cudaMalloc(&d_a, a_bytes);
    cudaMalloc(&d_b, b_bytes);
    cudaMalloc(&d_c, c_bytes);
    cudaMalloc(&d_t, c_bytes);
    cudaMemcpy(d_a, a, a_bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, b_bytes, cudaMemcpyHostToDevice);

    cublasHandle_t handle;
    float alpha = 1, beta = 0;
    cublasCreate(&handle);
    cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &alpha, d_a, k, d_b, n, &beta, d_t, m);
    transpose<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_c, d_t, m, n); // <-- here
    cudaMemcpy(c, d_c, c_bytes, cudaMemcpyDeviceToHost);
    cublasDestroy(handle);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    cudaFree(d_t);
}

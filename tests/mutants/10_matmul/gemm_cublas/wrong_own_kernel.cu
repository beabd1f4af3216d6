// Mistake: a kernel in place of the library.
// Expect: rule-broken kernels
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void product(float *c, const float *a, const float *b, int m, int n, int k)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    if (row < m && col < n) {
        for (int i = 0; i < k; i++)
            sum += a[row * k + i] * b[i * n + col];
        c[row * n + col] = sum;
    }
}

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

    product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    cudaMemcpy(c, d_c, c_bytes, cudaMemcpyDeviceToHost);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}

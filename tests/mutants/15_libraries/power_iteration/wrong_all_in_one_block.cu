// Mistake: kernel<<<1, n>>> fails for n above 1024.
// Expect: bad-launch invalid-launch
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void divide(float *v, const float *w, const float *length, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        v[i] = w[i] / *length;
}

void power_iteration(float *v, const float *a, int n, int steps)
{
    size_t bytes = n * sizeof(float);
    float *d_v, *d_w, *d_a, *d_length;
    cublasHandle_t handle;

    cublasCreate(&handle);
    cudaMalloc(&d_v, bytes);
    cudaMalloc(&d_w, bytes);
    cudaMalloc(&d_a, n * bytes);
    cudaMalloc(&d_length, sizeof(float));
    cudaMemcpy(d_v, v, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, a, n * bytes, cudaMemcpyHostToDevice);

    float one = 1, zero = 0;
    for (int s = 0; s < steps; s++) {
        cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
        cublasSgemv(handle, CUBLAS_OP_T, n, n, &one, d_a, n, d_v, 1, &zero, d_w, 1);
        cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
        cublasSnrm2(handle, n, d_w, 1, d_length);
        divide<<<1, n>>>(d_v, d_w, d_length, n);
    }

    cudaMemcpy(v, d_v, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    cudaFree(d_w);
    cudaFree(d_a);
    cudaFree(d_length);
    cublasDestroy(handle);
}

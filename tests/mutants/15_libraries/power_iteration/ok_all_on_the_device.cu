// All scalars are on the device: the length, its inverse, one and zero.
// Expect: passed
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void begin(float *scalars)
{
    scalars[0] = 1;
    scalars[1] = 0;
}

__global__ void invert(float *scalars)
{
    scalars[3] = 1 / scalars[2];
}

void power_iteration(float *v, const float *a, int n, int steps)
{
    float *d_v, *d_w, *d_a, *s;
    cublasHandle_t handle;
    cudaStream_t stream;

    cudaStreamCreate(&stream);
    cublasCreate(&handle);
    cublasSetStream(handle, stream);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cudaMalloc(&d_v, n * sizeof(float));
    cudaMalloc(&d_w, n * sizeof(float));
    cudaMalloc(&d_a, (size_t)n * n * sizeof(float));
    cudaMalloc(&s, 4 * sizeof(float));
    cudaMemcpy(d_v, v, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, a, (size_t)n * n * sizeof(float), cudaMemcpyHostToDevice);
    begin<<<1, 1, 0, stream>>>(s);
    for (int i = 0; i < steps; i++) {
        float *from = i % 2 ? d_w : d_v, *to = i % 2 ? d_v : d_w;
        cublasSgemv(handle, CUBLAS_OP_T, n, n, s, d_a, n, from, 1, s + 1, to, 1);
        cublasSnrm2(handle, n, to, 1, s + 2);
        invert<<<1, 1, 0, stream>>>(s);
        cublasSscal(handle, n, s + 3, to, 1);
    }
    cudaStreamSynchronize(stream);
    cudaMemcpy(v, steps % 2 ? d_w : d_v, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_v);
    cudaFree(d_w);
    cudaFree(d_a);
    cudaFree(s);
    cublasDestroy(handle);
    cudaStreamDestroy(stream);
}

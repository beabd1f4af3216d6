// Steps of gradient descent with momentum: v = 0.9 v - 0.1 g, x = x + v.
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void step(float *x, float *v, const float *g, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float speed = 0.9f * v[i] - 0.1f * g[i];
        v[i] = speed;
        x[i] += speed;
    }
}

static float *d_x, *d_v, *d_g;

static void begin(const float *x, const float *g, int n)
{
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_v, n * sizeof(float));
    cudaMalloc(&d_g, n * sizeof(float));
    cudaMemset(d_v, 0, n * sizeof(float));
    cudaMemcpy(d_x, x, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_g, g, n * sizeof(float), cudaMemcpyHostToDevice);
}

static void end(float *x, int n)
{
    cudaMemcpy(x, d_x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_v);
    cudaFree(d_g);
}

void by_library(float *x, const float *g, int n, int steps)
{
    const float keep = 0.9f, rate = -0.1f, one = 1;
    cublasHandle_t handle;
    cublasCreate(&handle);
    begin(x, g, n);
    for (int s = 0; s < steps; s++) {
        cublasSscal(handle, n, &keep, d_v, 1);
        cublasSaxpy(handle, n, &rate, d_g, 1, d_v, 1);
        cublasSaxpy(handle, n, &one, d_v, 1, d_x, 1);
    }
    end(x, n);
    cublasDestroy(handle);
}

void by_own_kernel(float *x, const float *g, int n, int steps)
{
    begin(x, g, n);
    for (int s = 0; s < steps; s++)
        step<<<(n + 255) / 256, 256>>>(d_x, d_v, d_g, n);
    end(x, n);
}

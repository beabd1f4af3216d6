// Products of 32 x 32 floats: a call for each, or one call for all.
#include <cublas_v2.h>
#include <cuda_runtime.h>

static float *d_a, *d_b, *d_c, one = 1, zero = 0;
static cublasHandle_t handle;

static void begin(const float *a, const float *b, int count)
{
    size_t bytes = (size_t)count * 1024 * sizeof(float);
    cublasCreate(&handle);
    cudaMalloc(&d_a, bytes);
    cudaMalloc(&d_b, bytes);
    cudaMalloc(&d_c, bytes);
    cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
}

static void end(float *c, int count)
{
    cudaMemcpy(c, d_c, (size_t)count * 1024 * sizeof(float),
               cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    cublasDestroy(handle);
}

void a_call_for_each(float *c, const float *a, const float *b, int count)
{
    begin(a, b, count);
    for (int i = 0; i < count; i++)
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 32, 32, 32, &one,
                    d_b + i * 1024, 32, d_a + i * 1024, 32, &zero,
                    d_c + i * 1024, 32);
    end(c, count);
}

void one_call(float *c, const float *a, const float *b, int count)
{
    begin(a, b, count);
    cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N,
                              32, 32, 32,
                              &one, d_b, 32, 1024, d_a, 32, 1024, &zero,
                              d_c, 32, 1024, count);
    end(c, count);
}

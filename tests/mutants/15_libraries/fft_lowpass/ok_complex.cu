// The complex transform: all n frequencies, of which the upper half are the negative ones.
// Expect: passed
#include <cuda_runtime.h>
#include <cufft.h>

__global__ void widen(cufftComplex *c, const float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = make_float2(x[i], 0);
}

__global__ void filter(cufftComplex *c, int n, int keep)
{
    for (int f = threadIdx.x; f < n; f += blockDim.x)
        if (min(f, n - f) > keep)
            c[(size_t)blockIdx.x * n + f] = make_float2(0, 0);
}

__global__ void narrow(float *y, const cufftComplex *c, int count, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        y[i] = c[i].x / n;
}

void lowpass(float *y, const float *x, int rows, int n, int keep)
{
    int all = rows * n;
    float *d_x;
    cufftComplex *d_c;
    cufftHandle plan, other;

    cudaMalloc(&d_x, all * sizeof(float));
    cudaMalloc(&d_c, all * sizeof(cufftComplex));
    cudaMemcpy(d_x, x, all * sizeof(float), cudaMemcpyHostToDevice);
    cufftPlan1d(&plan, n, CUFFT_C2C, rows);
    cufftPlan1d(&other, n, CUFFT_C2C, rows);
    widen<<<64, 128>>>(d_c, d_x, all);
    cufftExecC2C(plan, d_c, d_c, CUFFT_FORWARD);
    filter<<<rows, 128>>>(d_c, n, keep);
    cufftExecC2C(other, d_c, d_c, CUFFT_INVERSE);
    narrow<<<64, 128>>>(d_x, d_c, all, n);
    cudaMemcpy(y, d_x, all * sizeof(float), cudaMemcpyDeviceToHost);
    cufftDestroy(plan);
    cufftDestroy(other);
    cudaFree(d_x);
    cudaFree(d_c);
}

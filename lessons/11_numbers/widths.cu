#include <cuda_fp16.h>

// Each doubles n numbers.
__global__ void floats(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * x[i];
}

__global__ void halves(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = __half2float(((const __half *)x)[i]);
        ((__half *)out)[i] = __float2half(2 * v);
    }
}

__global__ void pairs(float *out, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        float2 v = __half22float2(((const __half2 *)x)[i]);
        ((__half2 *)out)[i] = __floats2half2_rn(2 * v.x, 2 * v.y);
    }
}

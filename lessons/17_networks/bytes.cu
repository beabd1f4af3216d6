#include <cuda_fp16.h>

// A warp for each row of n weights (float, half, byte) adds up w * x.
__device__ void store(float *y, float sum)
{
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (threadIdx.x == 0)
        y[blockIdx.x] = sum;
}

__global__ void floats(float *y, const float *w, const float *x, int n)
{
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += w[blockIdx.x * n + i] * x[i];
    store(y, sum);
}

__global__ void halves(float *y, const float *w, const float *x, int n)
{
    const __half *row = (const __half *)w + blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += __half2float(row[i]) * x[i];
    store(y, sum);
}

__global__ void bytes(float *y, const float *w, const float *x, int n)
{
    const signed char *row = (const signed char *)w + blockIdx.x * n;
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += row[i] * x[i];
    store(y, sum);
}

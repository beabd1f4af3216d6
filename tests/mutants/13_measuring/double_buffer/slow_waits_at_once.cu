// Two buffers and asynchronous copies, but each copy is waited for as soon as it has begun.
// Expect: too-slow async_ahead
#include <cuda_pipeline.h>

__global__ void double_buffer(float *out, const float *x, int tiles)
{
    __shared__ float tile[2][256];
    int t = threadIdx.x;
    float sum = 0;

    x += blockIdx.x * tiles * 256;
    for (int k = 0; k < tiles; k++) {
        __pipeline_memcpy_async(&tile[k % 2][t], &x[k * 256 + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += tile[k % 2][t] * tile[k % 2][255 - t];
    }
    out[blockIdx.x * 256 + t] = sum;
}

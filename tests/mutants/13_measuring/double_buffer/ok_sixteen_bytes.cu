// Expect: passed
// A quarter of the threads copy 16 bytes each.
#include <cuda_pipeline.h>

__global__ void double_buffer(float *out, const float *x, int tiles)
{
    __shared__ __align__(16) float tile[2][256];
    int t = threadIdx.x;
    float sum = 0;

    x += blockIdx.x * tiles * 256;
    if (t < 64)
        __pipeline_memcpy_async(&tile[0][4 * t], &x[4 * t], 16);
    __pipeline_commit();
    for (int k = 0; k < tiles; k++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 1 < tiles && t < 64)
            __pipeline_memcpy_async(&tile[(k + 1) % 2][4 * t], &x[(k + 1) * 256 + 4 * t], 16);
        __pipeline_commit();
        sum += tile[k % 2][t] * tile[k % 2][255 - t];
    }
    out[blockIdx.x * 256 + t] = sum;
}

// Expect: passed
// Four buffers, three copies ahead.
#include <cuda_pipeline.h>

__global__ void double_buffer(float *out, const float *x, int tiles)
{
    __shared__ float tile[4][256];
    int t = threadIdx.x;
    float sum = 0;

    x += blockIdx.x * tiles * 256;
    for (int k = 0; k < 3; k++) {
        if (k < tiles)
            __pipeline_memcpy_async(&tile[k][t], &x[k * 256 + t], sizeof(float));
        __pipeline_commit();
    }
    for (int k = 0; k < tiles; k++) {
        __pipeline_wait_prior(2);
        __syncthreads();
        if (k + 3 < tiles)
            __pipeline_memcpy_async(&tile[(k + 3) % 4][t], &x[(k + 3) * 256 + t], sizeof(float));
        __pipeline_commit();
        sum += tile[k % 4][t] * tile[k % 4][255 - t];
    }
    out[blockIdx.x * 256 + t] = sum;
}

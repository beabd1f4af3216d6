// Mistake: the common form without its second barrier: a warp that is ahead fills the buffer that others still read.
// Expect: sync-error async-copy-pending
#include <cuda_pipeline.h>

__global__ void double_buffer(float *out, const float *x, int tiles)
{
    __shared__ float tile[2][256];
    int t = threadIdx.x;
    float sum = 0;

    x += blockIdx.x * tiles * 256;
    __pipeline_memcpy_async(&tile[0][t], &x[t], sizeof(float));
    __pipeline_commit();
    for (int k = 0; k < tiles; k++) {
        if (k + 1 < tiles)
            __pipeline_memcpy_async(&tile[(k + 1) & 1][t], &x[(k + 1) * 256 + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[k & 1][t] * tile[k & 1][255 - t]; // <-- here
    }
    out[blockIdx.x * 256 + t] = sum;
}

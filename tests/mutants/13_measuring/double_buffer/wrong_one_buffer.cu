// Mistake: the next tile arrives in the buffer that is in use.
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
        __pipeline_wait_prior(0);
        __syncthreads();
        if (k + 1 < tiles) {
            __pipeline_memcpy_async(&tile[k % 2][t], &x[(k + 1) * 256 + t], sizeof(float));
            __pipeline_commit();
        }
        sum += tile[k % 2][t] * tile[k % 2][255 - t]; // <-- here
    }
    out[blockIdx.x * 256 + t] = sum;
}

// Right, but slow: loads the tile plainly; the asynchronous copy goes to an array that nobody reads.
// Expect: too-slow traffic
#include <cuda_pipeline.h>

__global__ void double_buffer(float *out, const float *x, int tiles)
{
    __shared__ float tile[2][256], spare[256];
    int t = threadIdx.x;
    float sum = 0;

    x += blockIdx.x * tiles * 256;

    for (int k = 0; k < tiles; k++) {
        __syncthreads();
        __pipeline_wait_prior(0);
        tile[k % 2][t] = x[k * 256 + t];
        __syncthreads();
        if (k + 1 < tiles) {
            __pipeline_memcpy_async(&spare[t], &x[(k + 1) * 256 + t], sizeof(float));
            __pipeline_commit();
        }
        sum += tile[k % 2][t] * tile[k % 2][255 - t];
    }
    __pipeline_wait_prior(0);
    out[blockIdx.x * 256 + t] = sum;
}

// Each round waits for its own tile, begins the copy of the next, and computes while that is on its way.
//
// The order in the round matters. After the wait and the barrier tile k is complete, since each thread
// has waited for its own copy before the barrier. And all threads have used tile k - 1, so the other
// buffer is free for tile k + 1. One barrier is enough for both.
//
// The last round has nothing to begin. Without `if (k + 1 < tiles)` it would copy from beyond the end
// of the row.
//
// The gain: latency is hidden without more threads. A multiprocessor with many blocks hides it anyway,
// because one block computes while another waits. There a second buffer gains little, and it costs
// shared memory. It pays off in kernels that have few warps on each multiprocessor, because they need
// many registers or large tiles: matrix products above all.

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
            __pipeline_memcpy_async(&tile[(k + 1) % 2][t], &x[(k + 1) * 256 + t], sizeof(float));
            __pipeline_commit();
        }
        sum += tile[k % 2][t] * tile[k % 2][255 - t];
    }
    out[blockIdx.x * 256 + t] = sum;
}

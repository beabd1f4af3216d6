// Mistake: a fence for the threads of this block.
// Expect: data-race data-race-global
#include <cuda/atomic>

using counter = cuda::atomic_ref<unsigned int, cuda::thread_scope_device>;

// The sum of 256 floats in shared memory comes to part[0].
__device__ void add_up(float *part)
{
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
}
__global__ void total(float *sum, float *parts, unsigned int *arrived, const float *x, int n)
{
    __shared__ float part[256];
    __shared__ bool last;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;

    part[t] = i < n ? x[i] : 0;
    add_up(part);
    if (t == 0) {
        parts[blockIdx.x] = part[0];
        __threadfence_block();
        last = atomicAdd(arrived, 1) == gridDim.x - 1;
        __threadfence_block();
    }
    __syncthreads();
    if (!last)
        return;

    float all = 0;
    for (int b = t; b < gridDim.x; b += 256)
        all += parts[b];
    part[t] = all;
    add_up(part);
    if (t == 0)
        *sum = part[0];
}

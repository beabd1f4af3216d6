// The writer of a part and its reader are in different blocks, so the scope of the counter must be the device. With a block's
// scope, acquire and release order memory for the threads of that block only. A part may then stay where its own block sees
// it, or the reader may take an old one from its own cache. Even the atomicity of the count is promised to the block alone.
//
// The scope is about who is to *see* a write, not about who executes it. That only thread 0 of each block touches the counter
// does not matter. thread_scope_system would be right, too: it includes the host and other devices, and costs more.
//
// The other threads of the last block neither count nor acquire. For them the barrier does it: thread 0 has
// acquired the parts before it came to __syncthreads(), so all threads of its block see them afterwards.

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
        last = counter(*arrived).fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
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

// Right, but each block reads everything before it instead of a message; the fences are for show.
// Expect: too-slow traffic
#include <cuda/atomic>

using flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void message_passing(int *state, int *ready, int *turn, const int *x, int n)
{
    __shared__ int tile, low, high, sum, many;
    int t = threadIdx.x;

    if (t == 0) {
        tile = flag(*turn).fetch_add(1, cuda::memory_order_relaxed);
        low = 2147483647;
        high = -2147483647 - 1;
        sum = many = 0;
    }
    __syncthreads();

    for (int i = t; i < n && i < (tile + 1) * 256; i += 256) {

        int v = x[i];

        atomicMin(&low, v);
        atomicMax(&high, v);
        atomicAdd(&sum, v);
        if (v > 0)
            atomicAdd(&many, 1);
    }
    __syncthreads();

    if (t == 0) {
        __threadfence();
        int *mine = state + 4 * tile;

        mine[0] = low;
        mine[1] = high;
        mine[2] = sum;
        mine[3] = many;
        flag(ready[tile]).store(1, cuda::memory_order_release);
    }
}

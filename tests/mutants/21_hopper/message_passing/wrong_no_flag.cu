// Mistake: nobody waits, and nobody says so.
// Expect: data-race data-race-global
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

    int i = tile * 256 + t;
    if (i < n) {
        int v = x[i];

        atomicMin(&low, v);
        atomicMax(&high, v);
        atomicAdd(&sum, v);
        if (v > 0)
            atomicAdd(&many, 1);
    }
    __syncthreads();

    if (t == 0) {
        const int *before = state + 4 * (tile - 1);
        int *mine = state + 4 * tile;

        if (tile > 0) {
            low = min(low, before[0]);
            high = max(high, before[1]);
            sum += before[2];
            many += before[3];
        }
        mine[0] = low;
        mine[1] = high;
        mine[2] = sum;
        mine[3] = many;
        flag(ready[tile]).store(1, cuda::memory_order_release);
    }
}

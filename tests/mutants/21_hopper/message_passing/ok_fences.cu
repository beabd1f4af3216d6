// Relaxed accesses to the flag, between fences of the C++ kind.
// Expect: passed
#include <cuda/atomic>

__global__ void message_passing(int *state, int *ready, int *turn, const int *x, int n)
{
    __shared__ int tile, warps[4][8];
    int t = threadIdx.x;

    if (t == 0)
        tile = atomicAdd(turn, 1);
    __syncthreads();
    int i = tile * 256 + t;
    int low = i < n ? x[i] : 2147483647, high = i < n ? low : -2147483647 - 1, sum = i < n ? low : 0, many = i < n && low > 0;
    for (int d = 16; d > 0; d /= 2) {
        low = min(low, __shfl_down_sync(~0u, low, d));
        high = max(high, __shfl_down_sync(~0u, high, d));
        sum += __shfl_down_sync(~0u, sum, d);
        many += __shfl_down_sync(~0u, many, d);
    }
    if (t % 32 == 0) {
        warps[0][t / 32] = low;
        warps[1][t / 32] = high;
        warps[2][t / 32] = sum;
        warps[3][t / 32] = many;
    }
    __syncthreads();
    if (t)
        return;
    for (int w = 1; w < 8; w++) {
        low = min(low, warps[0][w]);
        high = max(high, warps[1][w]);
        sum += warps[2][w];
        many += warps[3][w];
    }
    if (tile) {
        cuda::atomic_ref<int, cuda::thread_scope_device> before(ready[tile - 1]);
        while (before.load(cuda::std::memory_order_relaxed) == 0)
            __nanosleep(20);
        cuda::atomic_thread_fence(cuda::std::memory_order_acquire, cuda::thread_scope_device);
        low = min(low, state[4 * tile - 4]);
        high = max(high, state[4 * tile - 3]);
        sum += state[4 * tile - 2];
        many += state[4 * tile - 1];
    }
    state[4 * tile] = low;
    state[4 * tile + 1] = high;
    state[4 * tile + 2] = sum;
    state[4 * tile + 3] = many;
    cuda::atomic_thread_fence(cuda::std::memory_order_release, cuda::thread_scope_device);
    cuda::atomic_ref<int, cuda::thread_scope_device>(ready[tile]).store(1, cuda::std::memory_order_relaxed);
}

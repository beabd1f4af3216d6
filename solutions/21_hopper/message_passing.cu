// The state is data, the flag says that it is there. Two things may go wrong without an order. The writer's stores may become
// visible in another order than written, so that the flag is seen before the state; and the reader may have loaded the state
// before it saw the flag. A release store forbids the first: everything that this thread has written, or has seen, is visible to
// whoever acquires the flag. An acquire load forbids the second: what comes after it sees all that.
//
// That a block passes on what it has *seen*, too, is why a chain works: block 7 never looks at the flag of block 5, but
// block 6 did, and released later.
//
// The scope says for whom. With thread_scope_block the flag would be ordered for the threads of this
// block alone, which is cheaper and wrong: on a GPU a store might stay in the multiprocessor's own
// cache. The turn needs no order: fetch_add gives each block another number, whatever else is visible.
//
// Why draw a number at all? Blocks may begin in any order, and none begins before there is room. If blocks with high numbers
// waited for blocks with low ones that have no room, all would wait forever. A block that draws a 7 knows that 0 to 6 have begun.

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
            while (!flag(ready[tile - 1]).load(cuda::memory_order_acquire))
                ;
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

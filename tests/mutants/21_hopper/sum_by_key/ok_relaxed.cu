// atomic_ref in place of atomicAdd, and a tail whose lanes are named by a ballot.
// Expect: passed
#include <cuda/atomic>

using number = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int here = __ballot_sync(0xffffffff, i < n);

    if (i < n) {
        unsigned int peers = __match_any_sync(here, key[i]);
        unsigned int sum = __reduce_add_sync(peers, (unsigned int)value[i]);
        int top = __reduce_max_sync(peers, value[i]);

        if (peers << (31 - threadIdx.x % 32) == 0x80000000u) {
            number(total[key[i]]).fetch_add((int)sum, cuda::memory_order_relaxed);
            number(most[key[i]]).fetch_max(top, cuda::memory_order_relaxed);
        }
    }
}

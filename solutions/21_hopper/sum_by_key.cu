// __match_any_sync sorts the lanes into groups, and __reduce_add_sync adds up within each: two instructions, and no shuffles that
// follow groups which lie anywhere in the warp. With four keys, eight atomics leave a warp instead of 64.
//
// All 32 lanes take part, also those beyond n. They form their own group, with a key that no element has. They might also return:
// lanes that have ended do not count. But a lane that a mask names must not be alive and elsewhere.
// __activemask() does not help there, since it says which lanes happen to be here, and not which belong together.
//
// The instruction behind __reduce_add_sync (redux) exists from compute capability 8.0 on, for 32-bit integers. Where a
// warp has several groups it takes one after the other, so with 32 different keys nothing is gained, and little is lost.

__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i < n ? key[i] : -1;
    int v = i < n ? value[i] : 0;

    unsigned int peers = __match_any_sync(0xffffffff, k);
    int sum = __reduce_add_sync(peers, v);
    int top = __reduce_max_sync(peers, v);

    if (k >= 0 && threadIdx.x % 32 == __ffs(peers) - 1) {
        atomicAdd(&total[k], sum);
        atomicMax(&most[k], top);
    }
}

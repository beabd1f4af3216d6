// Mistake: other warps have the same key.
// Expect: data-race data-race-global
__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i < n ? key[i] : -1, v = i < n ? value[i] : 0;

    unsigned int peers = __match_any_sync(0xffffffff, k);
    int sum = __reduce_add_sync(peers, v);
    int top = __reduce_max_sync(peers, v);

    if (k >= 0 && threadIdx.x % 32 == __ffs(peers) - 1) {
        total[k] += sum; // <-- here
        atomicMax(&most[k], top);
    }
}

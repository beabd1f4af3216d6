// Lanes without an element have ended: those do not count, even if the mask names them.
// Expect: passed
__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = key[i], v = value[i];

    unsigned int peers = __match_any_sync(0xffffffff, k);
    int sum = __reduce_add_sync(peers, v);
    int top = __reduce_max_sync(peers, v);

    if (k >= 0 && threadIdx.x % 32 == __ffs(peers) - 1) {
        atomicAdd(&total[k], sum);
        atomicMax(&most[k], top);
    }
}

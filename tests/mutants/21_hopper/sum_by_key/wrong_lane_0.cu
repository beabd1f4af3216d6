// Mistake: lane 0 alone, for its own key.
// Expect: wrong-answer
__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i < n ? key[i] : -1, v = i < n ? value[i] : 0;

    unsigned int peers = __match_any_sync(0xffffffff, k);
    int sum = __reduce_add_sync(peers, v);
    int top = __reduce_max_sync(peers, v);

    if (k >= 0 && threadIdx.x % 32 == 0) {
        atomicAdd(&total[k], sum);
        atomicMax(&most[k], top);
    }
}

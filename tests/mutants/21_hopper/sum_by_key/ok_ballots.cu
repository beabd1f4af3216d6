// Key by key: the lowest lane that is left says its key, and those who have it are done with it. The highest lane does the atomics.
// Expect: passed
__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    unsigned int left = __ballot_sync(0xffffffff, i < n);
    if (i >= n)
        return;
    int k = key[i], v = value[i];

    while (true) {
        int turn = __shfl_sync(left, k, __ffs(left) - 1);
        unsigned int peers = __ballot_sync(left, k == turn);

        if (k == turn) {
            int sum = __reduce_add_sync(peers, v), top = __reduce_max_sync(peers, v);
            if (lane == 31 - __clz(peers)) {
                atomicAdd(total + k, sum);
                atomicMax(most + k, top);
            }
            return;
        }
        left &= ~peers;
    }
}

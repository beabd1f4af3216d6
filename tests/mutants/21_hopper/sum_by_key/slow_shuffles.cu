// Right, with a loop of shuffles over the lanes of the group.
// Expect: too-slow warp_instructions
__global__ void sum_by_key(int *total, int *most, const int *key, const int *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i < n ? key[i] : -1, v = i < n ? value[i] : 0, sum = 0, top = v;
    unsigned int peers = __match_any_sync(0xffffffff, k);

    for (int lane = 0; lane < 32; lane++) {
        int other = __shfl_sync(0xffffffff, v, lane);
        if (peers >> lane & 1) {
            sum += other;
            top = max(top, other);
        }
    }
    if (k >= 0 && threadIdx.x % 32 == __ffs(peers) - 1) {
        atomicAdd(&total[k], sum);
        atomicMax(&most[k], top);
    }
}

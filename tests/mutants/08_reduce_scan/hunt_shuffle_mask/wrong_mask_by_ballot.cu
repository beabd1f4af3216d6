// Mistake: an honest mask, but lanes outside of it are still asked for their numbers.
// Expect: sync-error inactive-lane-read
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool mine = i < n && x[i] > limit;
    unsigned mask = __ballot_sync(0xffffffff, mine);
    int v = 0;
    if (mine) {
        v = x[i];
#pragma unroll 1
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(mask, v, d); // <-- here
    }
    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}

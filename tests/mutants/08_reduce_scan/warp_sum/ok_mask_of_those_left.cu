// Threads past the end leave, and the mask names only the others; a missing lane is not added.
// Expect: passed
__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = i % 32;
    unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i >= n)
        return;
    int v = x[i], count = __popc(mask);
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_sync(mask, v, lane + d < count ? lane + d : lane);
        if (lane + d < count)
            v += other;
    }
    if (lane == 0)
        out[i / 32] = v;
}

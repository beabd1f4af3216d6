// Mistake: no thread leaves early any more, but small elements still skip the shuffle.
// Expect: sync-error inactive-lane-read
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    if (v > limit)
#pragma unroll 1
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(0xffffffff, v, d); // <-- here
    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}

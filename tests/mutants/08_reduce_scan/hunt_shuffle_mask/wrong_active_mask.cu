// Mistake: __activemask() names the lanes that happen to be there; the shuffle still reads the numbers of the others.
// Expect: sync-error inactive-lane-read
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = x[i];
    if (v > limit) {
        unsigned mask = __activemask();
#pragma unroll 1
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(mask, v, d); // <-- here
    }
    if (i % 32 == 0)
        out[i / 32] = v;
}

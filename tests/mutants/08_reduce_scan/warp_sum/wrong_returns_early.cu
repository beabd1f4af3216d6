// Mistake: threads without an element leave, and the mask still names them.
// Expect: sync-error inactive-lane-read
__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = x[i];
#pragma unroll 1
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d); // <-- here
    if (i % 32 == 0)
        out[i / 32] = v;
}

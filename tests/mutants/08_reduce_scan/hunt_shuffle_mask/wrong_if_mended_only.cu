// Mistake: small elements bring a 0, but threads past the end still leave.
// Expect: sync-error inactive-lane-read
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = x[i] > limit ? x[i] : 0;
#pragma unroll 1
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d); // <-- here
    if (i % 32 == 0)
        out[i / 32] = v;
}

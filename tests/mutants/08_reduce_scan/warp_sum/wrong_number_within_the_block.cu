// Mistake: the warp's number within its block, so that all blocks write to the same eight places.
// Expect: data-race data-race-global
__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0 && i < n)
        out[threadIdx.x / 32] = v; // <-- here
}

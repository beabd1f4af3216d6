// Mistake: loads past the end of x.
// Expect: memory-error out-of-bounds
__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = x[i]; // <-- here
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}

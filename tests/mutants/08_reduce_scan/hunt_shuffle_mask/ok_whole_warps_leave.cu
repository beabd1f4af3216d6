// Only whole warps leave early, so no mask names them.
// Expect: passed
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / 32 * 32 >= n)
        return;
    int v = x[min(i, n - 1)];
    v = i < n && v > limit ? v : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0)
        out[i / 32] = v;
}

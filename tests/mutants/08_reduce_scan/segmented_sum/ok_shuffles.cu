// The same scan of pairs by shuffles, and then the pairs of the warps before.
// Expect: passed
__global__ void segmented_sum(int *out, const int *x, const int *key, int n)
{
    __shared__ int sums[8], begun[8];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, i = blockIdx.x * blockDim.x + t;
    int s = i < n ? x[i] : 0, b = i < n && key[i] == 0;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(~0u, s, d), begun_left = __shfl_up_sync(~0u, b, d);
        if (lane >= d && !b) {
            s += left;
            b = begun_left;
        }
    }
    if (lane == 31) {
        sums[warp] = s;
        begun[warp] = b;
    }
    __syncthreads();
    for (int w = warp - 1; w >= 0 && !b; w--) {
        s += sums[w];
        b = begun[w];
    }
    if (i < n)
        out[i] = s;
}

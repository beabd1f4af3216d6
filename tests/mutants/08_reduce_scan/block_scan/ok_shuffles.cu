// Each warp by shuffles, then the sums of the warps before.
// Expect: passed
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int sums[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32;
    int v = i < n ? x[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += left;
    }
    if (lane == 31)
        sums[t / 32] = v;
    __syncthreads();
    for (int w = 0; w < t / 32; w++)
        v += sums[w];
    if (i < n)
        out[i] = v;
}

// Mistake: running sums of each warp; the sums of the warps before are not added.
// Expect: wrong-answer
__global__ void block_scan(int *out, const int *x, int n)
{
    int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32;
    int v = i < n ? x[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int left = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d)
            v += left;
    }
    if (i < n)
        out[i] = v;
}

// Mistake: the first lanes of a warp, for which there is none d further down, get their own number back and add it.
// Expect: wrong-answer
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int sums[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32;
    int v = i < n ? x[i] : 0;
    for (int d = 1; d < 32; d *= 2)
        v += __shfl_up_sync(0xffffffff, v, d);
    if (lane == 31)
        sums[t / 32] = v;
    __syncthreads();
    for (int w = 0; w < t / 32; w++)
        v += sums[w];
    if (i < n)
        out[i] = v;
}

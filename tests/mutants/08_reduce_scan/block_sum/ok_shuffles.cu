// By warps first, and then the eight sums of the warps.
// Expect: passed
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int sums[8];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int v = i < n ? x[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    if (t % 32 == 0)
        sums[t / 32] = v;
    __syncthreads();
    if (t < 8) {
        v = sums[t];
        for (int d = 4; d > 0; d /= 2)
            v += __shfl_down_sync(0xffu, v, d);
        if (t == 0)
            out[blockIdx.x] = v;
    }
}

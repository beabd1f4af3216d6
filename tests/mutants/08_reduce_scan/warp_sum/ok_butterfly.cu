// Partners by xor: each lane ends up with the sum, so any lane may write it.
// Expect: passed
__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    for (int d = 1; d < 32; d *= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    if (i % 32 == 31 && i - 31 < n)
        out[i / 32] = v;
}

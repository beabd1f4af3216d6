// Partners by xor: each lane gets the sum.
// Expect: passed
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    if (v <= limit)
        v = 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    if (i < n && i % 32 == 0)
        out[i / 32] = v;
}

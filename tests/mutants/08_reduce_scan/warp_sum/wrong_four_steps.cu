// Mistake: begins with 8: the upper half of the warp is never added.
// Expect: wrong-answer
__global__ void warp_sum(int *out, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    for (int d = 8; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}

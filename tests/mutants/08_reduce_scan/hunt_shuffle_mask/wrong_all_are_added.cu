// Mistake: the loop is outside of the if, but nothing keeps the small elements out of the sum.
// Expect: wrong-answer
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? x[i] : 0;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (v <= limit)
        v = 0;
    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}

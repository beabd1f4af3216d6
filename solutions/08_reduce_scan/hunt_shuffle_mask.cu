// Both mistakes are one: a condition around an exchange in which all have to take part. And both are mended the same
// way: the condition goes to the *number*, where a lane that has nothing to add brings a 0.
//
// A smaller mask would not do. The mask says who comes, not what comes out: a shuffle from lane 16 further up still wants a
// number from that lane. And lane 0, which writes the sum, must come whatever its own element is.

__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n && x[i] > limit ? x[i] : 0;

    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);

    if (i % 32 == 0 && i < n)
        out[i / 32] = v;
}

// Mistake: the last warp wins.
// Expect: data-race
__global__ void amax(float *most, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits = i < n ? __float_as_uint(x[i]) & 0x7FFFFFFF : 0;

    for (int by = 16; by > 0; by /= 2)
        bits = max(bits, __shfl_xor_sync(0xFFFFFFFF, bits, by));
    if (threadIdx.x % 32 == 0)
        *(unsigned *)most = bits;
}

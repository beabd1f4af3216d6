// The odd elements first, with a function for each kind.
// Expect: passed
__device__ unsigned int even_one(unsigned int v, int rounds)
{
    while (rounds--) {
        v ^= v >> 15;
        v *= 0x2c1b3c6du;
    }
    return v;
}
__device__ unsigned int odd_one(unsigned int v, int rounds)
{
    while (rounds--) {
        v += v << 7;
        v ^= v >> 11;
    }
    return v;
}
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    unsigned int *own = x + blockIdx.x * 256, left = n - blockIdx.x * 256;
    unsigned int i = threadIdx.x < 128 ? 2 * threadIdx.x + 1 : 2 * (threadIdx.x - 128);
    if (i < left)
        own[i] = threadIdx.x < 128 ? odd_one(own[i], rounds) : even_one(own[i], rounds);
}

// Right, and no warp goes two ways; but the kernel tests in every round whether an element is odd.
// Expect: too-slow warp_instructions
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int odd = threadIdx.x / 128, i = blockIdx.x * 256 + threadIdx.x % 128 * 2 + odd;
    if (i >= n)
        return;
    unsigned int v = x[i];
    for (int k = 0; k < rounds; k++)
        if (odd) {
            v += v << 7;
            v ^= v >> 11;
        } else {
            v ^= v >> 15;
            v *= 0x2c1b3c6d;
        }
    x[i] = v;
}

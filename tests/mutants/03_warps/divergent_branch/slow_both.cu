// Right, but both are computed, and one is thrown away.
// Expect: too-slow warp_instructions
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int v = x[i], e = v, o = v;
    for (int k = 0; k < rounds; k++) {
        e ^= e >> 15;
        e *= 0x2c1b3c6d;
        o += o << 7;
        o ^= o >> 11;
    }
    x[i] = i % 2 ? o : e;
}

// Warps take turns: one of even, one of odd elements, each of 64 neighbours.
// Expect: passed
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, odd = warp % 2;
    int i = blockIdx.x * 256 + warp / 2 * 64 + lane * 2 + odd;
    if (i >= n)
        return;
    unsigned int v = x[i];
    if (odd)
        for (int k = 0; k < rounds; k++) {
            v += v << 7;
            v ^= v >> 11;
        }
    else
        for (int k = 0; k < rounds; k++) {
            v ^= v >> 15;
            v *= 0x2c1b3c6d;
        }
    x[i] = v;
}

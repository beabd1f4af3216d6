// The kind depends on the block, not on the warp: the first half of the grid takes the even elements.
// Expect: passed
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int evens = (n + 1) / 2, threads = gridDim.x * blockDim.x;
    for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < n; t += threads) {
        int odd = t >= evens;
        int i = odd ? (t - evens) * 2 + 1 : t * 2;
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
}

// Mistake: in an even round the product comes before the shift.
// Expect: wrong-answer
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int odd = threadIdx.x / 128;
    int i = blockIdx.x * 256 + threadIdx.x % 128 * 2 + odd;
    if (i >= n)
        return;
    unsigned int v = x[i];
    for (int k = 0; k < rounds; k++)
        if (odd) {
            v += v << 7;
            v ^= v >> 11;
        } else {
            v *= 0x2c1b3c6d;
            v ^= v >> 15;
        }
    x[i] = v;
}

// Mistake: the first half takes the odd elements, and scrambles them as if they were even.
// Expect: wrong-answer
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int odd = threadIdx.x / 128;
    int i = blockIdx.x * 256 + threadIdx.x % 128 * 2 + 1 - odd;
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

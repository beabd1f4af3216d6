// Mistake: the halves of the threads take different kinds, but each thread still takes the element of its own number.
// Expect: wrong-answer
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int odd = threadIdx.x / 128;
    int i = blockIdx.x * 256 + threadIdx.x;
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

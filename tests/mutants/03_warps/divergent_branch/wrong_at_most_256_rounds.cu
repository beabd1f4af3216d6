// Mistake: no more than 256 rounds, whatever `rounds` says.
// Expect: wrong-answer
__global__ void divergent_branch(unsigned int *x, int n, int rounds)
{
    int t = threadIdx.x, i = blockIdx.x * 256 + (t < 128 ? 2 * t : 2 * t - 255);

    if (i >= n)
        return;

    unsigned int v = x[i];

    rounds = min(rounds, 256);
    if (t < 128)
        for (int k = 0; k < rounds; k++) {
            v ^= v >> 15;
            v *= 0x2c1b3c6d;
        }
    else
        for (int k = 0; k < rounds; k++) {
            v += v << 7;
            v ^= v >> 11;
        }
    x[i] = v;
}

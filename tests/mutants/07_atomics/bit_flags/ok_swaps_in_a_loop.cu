// All three by compare and swap.
// Expect: passed
__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || command[i] == 0)
        return;
    unsigned int bit = 1u << i / words;
    unsigned int *word = &flags[i % words];
    unsigned int seen = atomicOr(word, 0), old;
    do {
        old = seen;
        unsigned int changed = command[i] == 1 ? old | bit : command[i] == 2 ? old & ~bit : old ^ bit;
        seen = atomicCAS(word, old, changed);
    } while (seen != old);
}

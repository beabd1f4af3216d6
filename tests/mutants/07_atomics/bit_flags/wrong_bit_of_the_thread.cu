// Mistake: words of 32 neighbouring switches, which is the usual way and not the one asked for.
// Expect: wrong-answer
__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int bit = 1u << i % 32;
    unsigned int *word = &flags[i / 32];
    if (command[i] == 1)
        atomicOr(word, bit);
    else if (command[i] == 2)
        atomicAnd(word, ~bit);
    else if (command[i] == 3)
        atomicXor(word, bit);
}

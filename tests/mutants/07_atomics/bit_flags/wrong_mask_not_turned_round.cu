// Mistake: and with the bit itself: switches off all the others.
// Expect: wrong-answer
__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int bit = 1u << i / words;
    unsigned int *word = &flags[i % words];
    if (command[i] == 1)
        atomicOr(word, bit);
    else if (command[i] == 2)
        atomicAnd(word, bit);
    else if (command[i] == 3)
        atomicXor(word, bit);
}

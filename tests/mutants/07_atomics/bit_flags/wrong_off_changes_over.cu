// Mistake: switches off with exclusive or, which switches on a bit that was off.
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
    else if (command[i] >= 2)
        atomicXor(word, bit);
}

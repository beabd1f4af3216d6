// Mistake: threads past the end read a command.
// Expect: memory-error out-of-bounds
__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int bit = 1u << i / words;
    unsigned int *word = &flags[i % words];
    int what = command[i]; // <-- here
    if (what == 1)
        atomicOr(word, bit);
    else if (what == 2)
        atomicAnd(word, ~bit);
    else if (what == 3)
        atomicXor(word, bit);
}

// Mistake: adding sets a bit only where it was 0; where it was 1 it carries into the next.
// Expect: wrong-answer
__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int bit = 1u << i / words;
    unsigned int *word = &flags[i % words];
    if (command[i] == 1)
        atomicAdd(word, bit);
    else if (command[i] == 2)
        atomicAnd(word, ~bit);
    else if (command[i] == 3)
        atomicXor(word, bit);
}

// You cannot store a single bit: the smallest thing a thread can write is a byte, with seven bits
// of other threads in it. So each change is "read the word, change one bit, write the word", and it
// has to be one step. The three changes are or, and, exclusive or; with the right mask each leaves
// the other bits as they are, so the order of the threads does not matter.

__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    unsigned int bit = 1u << i / words;
    unsigned int *word = &flags[i % words];
    switch (command[i]) {
    case 1: atomicOr(word, bit); break;
    case 2: atomicAnd(word, ~bit); break;
    case 3: atomicXor(word, bit); break;
    }
}

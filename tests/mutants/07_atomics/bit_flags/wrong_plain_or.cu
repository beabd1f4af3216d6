// Mistake: |= reads the whole word and writes it back, with the neighbours' bits as they were.
// Expect: data-race data-race-global
__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || command[i] == 0)
        return;
    unsigned int bit = 1u << i / words;
    unsigned int *word = &flags[i % words];
    unsigned int old = *word;
    *word = command[i] == 1 ? old | bit : command[i] == 2 ? old & ~bit : old ^ bit; // <-- here
}

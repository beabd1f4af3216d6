// bit_flags: n switches, 32 of them in each word.
//
//   flags    `words` words; switch i is bit i / words of the word flags[i % words]
//   command  n bytes: 0 leave, 1 on, 2 off, 3 toggle; read only
//   n        the number of switches, at most 32 * words
//   words    the number of words
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
}

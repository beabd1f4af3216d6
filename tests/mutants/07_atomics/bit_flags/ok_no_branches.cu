// First off, then over: two atomics with masks that may be empty, and no branch.
// Expect: passed
__global__ void bit_flags(unsigned int *flags, const unsigned char *command, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int what = command[i];
    unsigned int place = i / words;
    atomicAnd(&flags[i % words], ~((unsigned int)(what == 1 || what == 2) << place));
    atomicXor(&flags[i % words], (unsigned int)(what & 1) << place);
}

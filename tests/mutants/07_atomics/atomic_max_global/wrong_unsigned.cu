// Mistake: compared as unsigned, where -1 is the largest number of all.
// Expect: wrong-answer
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax((unsigned int *)best, (unsigned int)x[i]);
}

// Mistake: the smallest.
// Expect: wrong-answer
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMin(best, x[i]);
}

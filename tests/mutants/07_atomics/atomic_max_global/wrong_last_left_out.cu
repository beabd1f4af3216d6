// Mistake: a guard that leaves out the last element. For n = 1 no thread does anything.
// Expect: wrong-answer
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        atomicMax(best, x[i]);
}

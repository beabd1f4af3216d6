// Mistake: threads without an element offer a 0, which wins where all numbers are negative.
// Expect: wrong-answer
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = 0;
    if (i < n)
        v = x[i];
    atomicMax(best, v);
}

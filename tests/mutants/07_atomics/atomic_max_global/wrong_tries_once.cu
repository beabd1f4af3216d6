// Mistake: looks, compares and swaps, and gives up if another thread was faster.
// Expect: wrong-answer
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int old = atomicAdd(best, 0);
    if (x[i] > old)
        atomicCAS(best, old, x[i]);
}

// Mistake: overwrites the earlier value while other blocks already work.
// Expect: data-race data-race-global
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *best = x[0];
    if (i < n)
        atomicMax(best, x[i]); // <-- here
}

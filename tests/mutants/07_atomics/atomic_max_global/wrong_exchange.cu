// Mistake: the exchange is atomic, but the comparison before it is not part of it.
// Expect: data-race data-race-global
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > *best)
        atomicExch(best, x[i]); // <-- here
}

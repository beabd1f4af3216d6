// Mistake: a plain read of a place that others change atomically at the same time.
// Expect: data-race data-race-global
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > *best)
        atomicMax(best, x[i]); // <-- here
}

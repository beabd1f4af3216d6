// Compare and swap until it fits, as for types that have no atomicMax.
// Expect: passed
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int old = atomicAdd(best, 0);
    while (old < x[i]) {
        int seen = atomicCAS(best, old, x[i]);
        if (seen == old)
            break;
        old = seen;
    }
}

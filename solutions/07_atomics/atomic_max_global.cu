// atomicMax reads, compares and writes in one step. A plain "if (x[i] > *best)" before it looks
// like a saving, but that read races with the other threads' atomics.
//
// All threads use one address, so their atomics run one after the other. This is right, simple, and
// the slowest way to a maximum.

__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(best, x[i]);
}

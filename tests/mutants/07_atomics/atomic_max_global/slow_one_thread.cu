// Right, but one thread of each block does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void atomic_max_global(int *best, const int *x, int n)
{
    int first = blockIdx.x * blockDim.x;
    if (threadIdx.x != 0)
        return;
    for (int i = first; i < first + blockDim.x && i < n; i++)
        atomicMax(best, x[i]);
}

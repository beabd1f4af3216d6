// Right, but one thread of each block does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void race_counter(int *count, const int *x, int limit, int n)
{
    int found = 0, first = blockIdx.x * blockDim.x;
    if (threadIdx.x != 0)
        return;
    for (int i = first; i < first + blockDim.x && i < n; i++)
        found += x[i] > limit;
    if (found)
        atomicAdd(count, found);
}

// Right, but one thread of each block does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void compact(int *out, int *kept, const int *x, int limit, int n)
{
    int first = blockIdx.x * 256, place = first;
    if (threadIdx.x != 0)
        return;
    for (int i = first; i < first + 256 && i < n; i++)
        if (x[i] > limit)
            out[place++] = x[i];
    kept[blockIdx.x] = place - first;
    for (int i = place; i < first + 256 && i < n; i++)
        out[i] = 0;
}

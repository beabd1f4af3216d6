// Right, but one thread of each block does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void hunt_race(int *total, int *largest, const int *x, int limit, int n)
{
    int first = blockIdx.x * blockDim.x, count = 0;
    if (threadIdx.x != 0)
        return;
    int top = x[first];
    for (int i = first; i < first + blockDim.x && i < n; i++) {
        count += x[i] > limit;
        top = max(top, x[i]);
    }
    atomicAdd(total, count);
    atomicMax(largest, top);
}

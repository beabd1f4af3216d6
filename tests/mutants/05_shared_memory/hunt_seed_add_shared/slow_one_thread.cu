// Right, and without a barrier: one thread of each block does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void hunt_seed_add_shared(float *x, const float *y, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256, count = min(256, n - first);
    if (threadIdx.x != 0)
        return;
    for (int k = 0; k < count; k++)
        tile[k] = x[first + k] + y[first + k];
    for (int k = 0; k < count; k++)
        x[first + k] = tile[count - 1 - k];
}

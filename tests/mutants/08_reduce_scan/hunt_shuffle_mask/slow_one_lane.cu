// Right, but without shuffles: one lane of each warp adds up the group, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void hunt_shuffle_mask(int *out, const int *x, int limit, int n)
{
    int sum = 0, first = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 != 0 || first >= n)
        return;
    for (int i = first; i < first + 32 && i < n; i++)
        if (x[i] > limit)
            sum += x[i];
    out[first / 32] = sum;
}

// Right, but one thread of each warp does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void warp_sum(int *out, const int *x, int n)
{
    int sum = 0, first = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 != 0 || first >= n)
        return;
    for (int i = first; i < first + 32 && i < n; i++)
        sum += x[i];
    out[first / 32] = sum;
}

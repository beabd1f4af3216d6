// Right, but one thread of the grid does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void hunt_bounds(float *out, const float *x, int n)
{
    if (blockIdx.x > 0 || threadIdx.x > 0)
        return;
    for (int i = 0; i < n; i++) {
        int left = i > 0 ? i - 1 : i;
        int right = i < n - 1 ? i + 1 : i;

        out[i] = (x[left] + x[i] + x[right]) / 3;
    }
}

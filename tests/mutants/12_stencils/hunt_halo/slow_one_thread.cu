// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__global__ void hunt_halo(float *out, const float *x, int n)
{
    if (threadIdx.x)
        return;
    for (int i = blockIdx.x * 256; i < n && i < (blockIdx.x + 1) * 256; i++) {
        float sum = 0;

        for (int d = -2; d <= 2; d++)
            sum += x[max(0, min(i + d, n - 1))];
        out[i] = sum;
    }
}

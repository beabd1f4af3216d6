// Right, but one thread of the grid does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void hunt_index_overflow(float *out, const float *x, int n, int m)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (long long i = 0; i < n; i++)
            out[i] = x[i * m / n];
}

// Correct, if slow: one thread does it all.
// Expect: too-slow active_lanes
__global__ void grid_stride(float *x, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int i = 0; i < n; i++)
            x[i] *= x[i];
}

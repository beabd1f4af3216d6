// Right, but one thread of the grid does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void saxpy(float *y, const float *x, float a, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int i = 0; i < n; i++)
            y[i] = a * x[i] + y[i];
}

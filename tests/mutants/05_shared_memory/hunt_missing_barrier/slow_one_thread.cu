// Right, and without a barrier: one thread of each block does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void hunt_missing_barrier(float *out, const float *x, int n)
{
    __shared__ float tile[256];
    if (threadIdx.x != 0)
        return;
    for (int first = blockIdx.x * 256; first < n; first += gridDim.x * 256) {
        for (int t = 0; t < 256; t++)
            tile[t] = x[first + t];
        for (int t = 0; t < 256; t++)
            out[first + t] = tile[255 - t];
    }
}

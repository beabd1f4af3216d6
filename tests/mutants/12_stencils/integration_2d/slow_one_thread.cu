// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
__device__ float f(float x, float y)
{
    return x * (y + 1);
}

__global__ void integration_2d(float *out, int w, int h, float step)
{
    if (threadIdx.x)
        return;
    for (int c = blockIdx.x * blockDim.x; c < w && c < (blockIdx.x + 1) * blockDim.x; c++) {
        float x = (c + 0.5f) * step, sum = 0;

        for (int r = 0; r < h; r++)
            sum += f(x, (r + 0.5f) * step);
        out[c] = sum * step * step;
    }
}

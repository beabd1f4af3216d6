// Right, but one thread of each 32 does the work of all, while the others have nothing to do.
// Expect: too-slow active_lanes
__global__ void transpose_naive(float *out, const float *x, int w, int h)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (threadIdx.x == 0 && r < h)
        for (int c = blockIdx.x * 32; c < blockIdx.x * 32 + 32 && c < w; c++)
            out[c * h + r] = x[r * w + c];
}

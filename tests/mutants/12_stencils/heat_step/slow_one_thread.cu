// Right, but one thread of each row of a block does the work of 32.
// Expect: too-slow active_lanes
__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y, first = blockIdx.x * blockDim.x;

    if (r >= h || threadIdx.x)
        return;
    for (int c = first; c < w && c < first + 32; c++) {
        int i = r * w + c;
        bool inside = r > 0 && c > 0 && r < h - 1 && c < w - 1;
        out[i] = inside ? 0.25f * (source[i] + old[i + w] + old[i - w] + old[i + 1] + old[i - 1]) : old[i];
    }
}

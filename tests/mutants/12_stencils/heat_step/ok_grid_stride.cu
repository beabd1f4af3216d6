// Loops over the plate, whatever the grid is.
// Expect: passed
__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < h; r += gridDim.y * blockDim.y)
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < w; c += gridDim.x * blockDim.x) {
            int i = r * w + c;
            bool inside = r > 0 && c > 0 && r < h - 1 && c < w - 1;
            out[i] = inside ? (source[i] + old[i + w] + old[i - w] + old[i + 1] + old[i - 1]) / 4 : old[i];
        }
}

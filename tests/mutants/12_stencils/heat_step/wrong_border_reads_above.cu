// Mistake: the top row counts as inside, and looks above the plate.
// Expect: memory-error out-of-bounds
__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int i = r * w + c;

    if (r >= h || c >= w)
        return;
    if (c == 0 || r == h - 1 || c == w - 1) {
        out[i] = old[i];
        return;
    }
    float sum = old[i - 1] + old[i + 1] + old[i + w] + source[i];
    sum += old[i - w]; // <-- here
    out[i] = 0.25f * sum;
}

// Mistake: the neighbours are added as whole numbers.
// Expect: wrong-answer
__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, i = r * w + c;

    if (c >= w || r >= h)
        return;
    if (r == 0 || c == 0 || r == h - 1 || c == w - 1) {
        out[i] = old[i];
    } else {
        int sum = old[i - 1] + old[i + 1] + old[i - w] + old[i + w];

        out[i] = 0.25f * (sum + source[i]);
    }
}

// Mistake: the rows above and below are taken h elements away, which is right for square plates only.
// Expect: wrong-answer
__global__ void heat_step(float *out, const float *old, const float *source, int w, int h)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int i = r * w + c;

    if (r >= h || c >= w)
        return;
    if (r == 0 || c == 0 || r == h - 1 || c == w - 1) {
        out[i] = old[i];
    } else {
        int above = i - h > 0 ? i - h : 0, below = i + h < w * h ? i + h : 0;
        out[i] = 0.25f * (old[i - 1] + old[i + 1] + old[above] + old[below] + source[i]);
    }
}

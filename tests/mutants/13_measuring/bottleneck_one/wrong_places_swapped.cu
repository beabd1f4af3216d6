// Mistake: the row is i / h: with more rows than columns, some places lie beyond the end.
// Expect: memory-error out-of-bounds
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int r = i / h, c = i % h;
    float t = air[r * w + c], v = wind[r * w + c]; // <-- here

    if (t < 10 && v > 5) {
        float p = powf(v, 0.16f);
        t = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * p;
    }
    feels[r * w + c] = t;
}

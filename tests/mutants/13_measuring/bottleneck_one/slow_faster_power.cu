// The power is faster now, and memory as slow as ever.
// Expect: too-slow sector_use
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int r = i % h, c = i / h;
    float t = air[r * w + c], v = wind[r * w + c]; // <-- here

    if (t < 10 && v > 5) {
        float p = exp2f(0.16f * __log2f(v));
        t = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * p;
    }
    feels[r * w + c] = t;
}

// Expect: passed
// Row and column in the other order.
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int r = i / w, c = i % w;
    float t = air[r * w + c], v = wind[r * w + c];

    if (t < 10 && v > 5) {
        float p = powf(v, 0.16f);
        t = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * p;
    }
    feels[r * w + c] = t;
}

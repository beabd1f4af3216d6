// Better, but still down the columns, in bands of eight rows: a request touches each sector for a part of its bytes.
// Expect: too-slow sector_use
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    int band = i / (8 * w), rows = min(8, h - 8 * band), left = i - band * 8 * w;
    int k = (8 * band + left % rows) * w + left / rows;
    float t = air[k], v = wind[k]; // <-- here

    if (t < 10 && v > 5)
        t = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * powf(v, 0.16f);
    feels[k] = t;
}

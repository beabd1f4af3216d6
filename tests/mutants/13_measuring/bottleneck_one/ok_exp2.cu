// Expect: passed
// The power as an exponential of a logarithm, and the branch as a choice.
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    float t = air[i], v = wind[i];

    if (t < 10 && v > 5) {
        float p = exp2f(0.16f * log2f(v));
        t = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * p;
    }
    feels[i] = t;
}

// Expect: passed
// All lanes compute the power, and a choice follows.
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    float t = air[i], v = wind[i];

    float p = powf(v, 0.16f), cold = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * p;

    feels[i] = t < 10 && v > 5 ? cold : t;
}

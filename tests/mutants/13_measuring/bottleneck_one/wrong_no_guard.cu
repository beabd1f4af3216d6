// Mistake: no guard, so the threads of the last block read past the end.
// Expect: memory-error out-of-bounds
__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float t = air[i], v = wind[i]; // <-- here

    if (t < 10 && v > 5) {
        float p = powf(v, 0.16f);
        t = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * p;
    }
    feels[i] = t;
}

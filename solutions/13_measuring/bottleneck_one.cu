// The index is the thread's number: neighbouring threads have neighbouring columns, and the 32
// lanes of a warp read 4 sectors where they read 32 before.
//
// The profile settles it before any change: nearly all of the time is at the two loads and the
// store, with 32 sectors for each request. powf is a few dozen instructions, which the device
// executes while other warps wait for memory. Because of the `if`, a warp executes them even if
// only one lane needs them, but that is so in any order. To make powf faster first would have been
// work for nothing.
//
// Row and column are not needed here at all. With `r = i / w` and `c = i % w` it is as fast.

__global__ void bottleneck_one(float *feels, const float *air, const float *wind, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= w * h)
        return;
    float t = air[i], v = wind[i];

    if (t < 10 && v > 5) {
        float p = powf(v, 0.16f);
        t = 13.12f + 0.6215f * t + (0.3965f * t - 11.37f) * p;
    }
    feels[i] = t;
}

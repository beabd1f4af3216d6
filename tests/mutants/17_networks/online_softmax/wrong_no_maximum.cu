// Mistake: sums the exponentials as they are, and divides in the end: they are infinite from 89 on.
// Expect: wrong-answer
__global__ void online_softmax(float *most, float *sum, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float m = -INFINITY, l = 0;

    if (r >= h)
        return;
    for (int c = lane; c < w; c += 32) {
        float v = x[(size_t)r * w + c];

        m = fmaxf(m, v);
        l += expf(v);
    }
    for (int s = 16; s > 0; s /= 2) {
        m = fmaxf(m, __shfl_xor_sync(0xffffffff, m, s));
        l += __shfl_xor_sync(0xffffffff, l, s);
    }
    if (lane == 0) {
        most[r] = m;
        sum[r] = l / expf(m);
    }
}

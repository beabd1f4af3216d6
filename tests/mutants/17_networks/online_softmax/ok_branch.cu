// Scales the sum only when there is a new maximum; shuffles go down.
// Expect: passed
__global__ void online_softmax(float *most, float *sum, const float *x, int h, int w)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;

    if (r < h) {
        float m = -INFINITY, l = 0;

        for (const float *p = x + (size_t)r * w + lane, *end = x + (size_t)(r + 1) * w; p < end; p += 32) {
            float v = *p;

            if (v > m) {
                l *= __expf(m - v);
                l += 1;
                m = v;
            } else {
                l += __expf(v - m);
            }
        }
        for (int s = 16; s > 0; s >>= 1) {
            float m2 = __shfl_down_sync(~0u, m, s), l2 = __shfl_down_sync(~0u, l, s);

            if (m2 > m) {
                l = l2 + l * expf(m - m2);
                m = m2;
            } else if (l2 > 0) {
                l += l2 * expf(m2 - m);
            }
        }
        if (!lane) {
            most[r] = m;
            sum[r] = l;
        }
    }
}

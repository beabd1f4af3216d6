// One load for each number, and no barrier: a warp merges its 32 pairs by shuffles. Merging is associative, so a row
// could as well be cut into pieces for several blocks: that is how flash attention splits a long text ("flash decoding").
//
// Each number costs two exponentials instead of one. As long as the kernel waits for memory they are free. Where they
// are not, only a new maximum needs the first of them, and that becomes rare along a row.
//
// The pair of a lane without numbers is (-inf, 0). In the loop it takes care of itself: exp(-inf - v) is 0.
// Between two such pairs -inf - -inf would be NaN, and 0 * NaN is NaN, too: hence the look at the sum.

__device__ float scaled(float l, float m, float larger)
{
    return l > 0 ? l * expf(m - larger) : 0;
}

__global__ void online_softmax(float *most, float *sum, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float m = -INFINITY, l = 0;

    if (r >= h)
        return;
    for (int c = lane; c < w; c += 32) {
        float v = x[(size_t)r * w + c], larger = fmaxf(m, v);

        l = l * expf(m - larger) + expf(v - larger);
        m = larger;
    }
    for (int s = 16; s > 0; s /= 2) {
        float m2 = __shfl_xor_sync(0xffffffff, m, s), l2 = __shfl_xor_sync(0xffffffff, l, s);
        float larger = fmaxf(m, m2);

        l = scaled(l, m, larger) + scaled(l2, m2, larger);
        m = larger;
    }
    if (lane == 0) {
        most[r] = m;
        sum[r] = l;
    }
}

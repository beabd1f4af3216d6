// Mistake: cuts the sum to 11 binary digits.
// Expect: wrong-answer
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
        sum[r] = __int_as_float(__float_as_int(l) & 0xfffff000);
    }
}

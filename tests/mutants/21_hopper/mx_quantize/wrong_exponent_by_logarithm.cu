// Mistake: the exponent by a logarithm in floats, which is one too large just below a power of two.
// Expect: wrong-answer
__global__ void mx_quantize(unsigned char *code, unsigned char *scale, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0, most = fabsf(v);

    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));

    int s = most > 0 ? max(0, (int)floorf(log2f(most)) - 8 + 127) : 0, m;

    if (i >= n)
        return;
    if (i % 32 == 0)
        scale[i / 32] = s;

    float q = ldexpf(fabsf(v), 127 - s);

    if (q < 0.015625f) {
        m = (int)rintf(q * 512);
    } else {
        int e = (__float_as_int(q) >> 23) - 127;

        m = (int)rintf(ldexpf(q, 3 - e)) + (e + 6) * 8;
    }
    code[i] = min(m, 126) | (signbit(v) ? 128 : 0);
}

// Mistake: a block of zeros gets the scale 1.
// Expect: wrong-answer
__global__ void mx_quantize(unsigned char *code, unsigned char *scale, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned bits = i < n ? __float_as_uint(x[i]) : 0, most = bits & 0x7FFFFFFF;

    for (int by = 16; by > 0; by /= 2)
        most = max(most, __shfl_xor_sync(0xFFFFFFFF, most, by));
    if (i >= n)
        return;

    int s = most ? max((int)(most >> 23) - 8, 0) : 127;
    float v = fabsf(__uint_as_float(bits)) * __uint_as_float((254 - s) << 23);
    int e = max((int)(__float_as_uint(v) >> 23) - 127, -6);
    int m = (int)rintf(v * __uint_as_float((130 - e) << 23)) + 8 * (e + 6);

    code[i] = min(m, 126) | (bits >> 24 & 0x80);
    if (i % 32 == 0)
        scale[i / 32] = s;
}

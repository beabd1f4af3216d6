// The exponent of 448 is that of everything below 512. So the test of the exponent let 465 through, which is rounded to 480, the
// NaN's code, and 500, which is rounded to 512: the carry reached the sign. Only after the rounding is it known what fits.
__device__ int e4m3(float x)
{
    float v = fabsf(x);

    if (isnan(x))
        return 127;

    int e = max((int)(__float_as_uint(v) >> 23) - 127, -6), m;

    if (e > 8)
        m = 126;
    else
        m = min((int)rintf(v * __uint_as_float((130 - e) << 23)) + 8 * (e + 6), 126);
    return m + (signbit(x) ? 128 : 0);
}

__global__ void hunt_loud(unsigned char *code, const float *x, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        code[i] = e4m3(x[i] * scale);
}

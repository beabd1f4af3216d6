// Mistake: the sign of a missing sample is kept.
// Expect: wrong-answer
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
        code[i] = e4m3(fabsf(x[i]) * scale) + (signbit(x[i]) ? 128 : 0);
}

// Right, but lane 0 does the work of the warp.
// Expect: too-slow active_lanes
__global__ void mx_quantize(unsigned char *code, unsigned char *scale, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned most = 0;

    if (i >= n || i % 32)
        return;
    for (int k = i; k < i + 32 && k < n; k++)
        most = max(most, __float_as_uint(x[k]) & 0x7FFFFFFF);

    int s = max((int)(most >> 23) - 8, 0);

    scale[i / 32] = s;
    for (int k = i; k < i + 32 && k < n; k++) {
        float v = fabsf(x[k]) * __uint_as_float((254 - s) << 23);
        int e = max((int)(__float_as_uint(v) >> 23) - 127, -6);
        int m = (int)rintf(v * __uint_as_float((130 - e) << 23)) + 8 * (e + 6);

        code[k] = min(m, 126) | (__float_as_uint(x[k]) >> 24 & 0x80);
    }
}

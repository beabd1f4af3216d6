// Expect: passed
// The fraction is rounded as bits: half of what goes is added, less one if the last bit that stays is even.
__device__ unsigned e4m3(float v)
{
    unsigned bits = __float_as_uint(v);

    if (v >= 448)
        return 126;
    if (v < 0x1p-6f) // the float's own rounding leaves a multiple of 2^-9
        return __float_as_uint(v + 16384) - __float_as_uint(16384.0f);
    bits += 0x7FFFF + (bits >> 20 & 1);
    return (bits >> 20) - (120 << 3);
}

__global__ void mx_quantize(unsigned char *code, unsigned char *scale, const float *x, int n)
{
    int step = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n + 31) / 32 * 32; i += step) {
        float own = i < n ? x[i] : 0, most = fabsf(own);

        for (int by = 1; by < 32; by *= 2)
            most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, by));

        int s = (__float_as_uint(most) >> 23) < 8 ? 0 : (__float_as_uint(most) >> 23) - 8;

        if (i < n)
            code[i] = e4m3(fabsf(own) * exp2f(127 - s)) | (__float_as_uint(own) >> 31) << 7;
        if (threadIdx.x % 32 == 0)
            scale[i / 32] = s;
    }
}

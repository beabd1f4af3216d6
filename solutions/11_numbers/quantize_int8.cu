// A block reads its row twice: once for the largest absolute value, once to divide. The second time the
// row comes from the caches. What leaves the kernel is a quarter of what came in, and a kernel that
// later reads these bytes takes a quarter of the time: that is why networks are quantised.
//
// There is a scale for each row, since one large number would make the steps coarse for the whole
// matrix otherwise. Rounding to even has no preference for up or down, so the errors of many numbers
// cancel out on average; with halves always rounded away from zero they would add up.
//
// Nothing has to be clamped. The largest quotient is 127, by the choice of the scale. With a scale
// that comes from other data (a calibration), max(-127, min(127, ...)) would be needed.

// Given: the smallest power of two that is not less than v; v is positive, and not tiny.
__device__ float power_above(float v)
{
    return __int_as_float((__float_as_int(v) + 0x7fffff) & 0x7f800000);
}

__global__ void quantize_int8(char *q, float *scale, const float *x, int w, int h)
{
    __shared__ float tile[128];
    const float *row = x + (size_t)blockIdx.x * w;
    int t = threadIdx.x;
    float most = 0;

    for (int i = t; i < w; i += 128)
        most = fmaxf(most, fabsf(row[i]));
    tile[t] = most;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            tile[t] = fmaxf(tile[t], tile[t + half]);
        __syncthreads();
    }
    most = tile[0];

    float s = most > 0 ? power_above(most / 127) : 1;

    for (int i = t; i < w; i += 128)
        q[(size_t)blockIdx.x * w + i] = (char)rintf(row[i] / s);
    if (t == 0)
        scale[blockIdx.x] = s;
}

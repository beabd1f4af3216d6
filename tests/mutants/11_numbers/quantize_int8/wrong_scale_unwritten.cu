// Mistake: only the first block stores its scale.
// Expect: wrong-answer
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
    if (t == 0 && blockIdx.x == 0)
        scale[blockIdx.x] = s;
}

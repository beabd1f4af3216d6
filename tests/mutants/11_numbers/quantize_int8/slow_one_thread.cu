// Right, but one thread of each block does the work of all.
// Expect: too-slow active_lanes
// Given: the smallest power of two that is not less than v; v is positive, and not tiny.
__device__ float power_above(float v)
{
    return __int_as_float((__float_as_int(v) + 0x7fffff) & 0x7f800000);
}

__global__ void quantize_int8(char *q, float *scale, const float *x, int w, int h)
{
    const float *row = x + (size_t)blockIdx.x * w;
    float most = 0;

    if (threadIdx.x)
        return;
    for (int i = 0; i < w; i++)
        most = fmaxf(most, fabsf(row[i]));

    float s = most > 0 ? power_above(most / 127) : 1;

    for (int i = 0; i < w; i++)
        q[(size_t)blockIdx.x * w + i] = (char)rintf(row[i] / s);
    scale[blockIdx.x] = s;
}

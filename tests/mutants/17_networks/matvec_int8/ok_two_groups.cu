// A lane has two groups under way, with a sum for each.
// Expect: passed
__device__ float group(char4 a, float4 b)
{
    return (float)a.x * b.x + (float)a.y * b.y + ((float)a.z * b.z + (float)a.w * b.w);
}

__global__ void matvec_int8(float *y, const char *q, const float *scale, const float *x, int h, int w)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, r = 4 * blockIdx.x + warp, groups = w / 4, i = lane;
    float one = 0, two = 0;

    if (r >= h)
        return;
    const char4 *a = (const char4 *)q + (size_t)r * groups;
    const float4 *b = (const float4 *)x;
    for (; i + 32 < groups; i += 64) {
        one += group(a[i], b[i]);
        two += group(a[i + 32], b[i + 32]);
    }
    if (i < groups)
        one += group(a[i], b[i]);
    one += two;
    for (int d = 16; d; d >>= 1)
        one += __shfl_down_sync(~0u, one, d);
    if (!lane)
        y[r] = one * scale[r];
}

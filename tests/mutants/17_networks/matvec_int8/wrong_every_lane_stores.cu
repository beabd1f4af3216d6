// Mistake: each lane stores, after shuffles that leave the sum in lane 0 alone.
// Expect: data-race data-race-global
__global__ void matvec_int8(float *y, const char *q, const float *scale, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (r >= h)
        return;

    const char4 *row = (const char4 *)(q + (size_t)r * w);
    const float4 *v = (const float4 *)x;
    for (int i = lane; i < w / 4; i += 32) {
        char4 a = row[i];
        float4 b = v[i];

        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    y[r] = scale[r] * sum; // <-- here
}

// Each weight is read once, as a quarter of a 32-bit load. The conversion to float is one instruction, and
// arithmetic has time enough: the kernel waits for the bytes.
//
// The scale is the same for a whole row, so it multiplies the sum, once. With a scale for each group of 32 or 64
// columns, as many formats have it, the sum of each group would be scaled.
//
// x is read by every warp, and comes from the L1 cache after the first. Loads of 16 bytes (16 weights in an
// int4) are faster still, if w is a multiple of 16. With x in 8 bits as well, `__dp4a` multiplies and adds
// four pairs in one instruction.

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
    if (lane == 0)
        y[r] = scale[r] * sum;
}

// Eight bytes at once where the row begins at a multiple of eight, and a butterfly.
// Expect: passed
#include <cuda_fp16.h>

__device__ float both(unsigned x, unsigned y)
{
    float2 u = __half22float2(*(__half2 *)&x), v = __half22float2(*(__half2 *)&y);

    return fmaf(u.x, v.x, u.y * v.y);
}

__global__ void mixed_dot(float *out, const unsigned short *a, const unsigned short *b, int w, int h)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (r >= h)
        return;
    if (w % 4 == 0) {
        const uint2 *p = (const uint2 *)(a + (size_t)r * w), *q = (const uint2 *)(b + (size_t)r * w);

        for (int i = lane; i < w / 4; i += 32) {
            uint2 u = p[i], v = q[i];

            sum += both(u.x, v.x) + both(u.y, v.y);
        }
    } else {
        const unsigned *p = (const unsigned *)(a + (size_t)r * w), *q = (const unsigned *)(b + (size_t)r * w);

        for (int i = lane; i < w / 2; i += 32)
            sum += both(p[i], q[i]);
    }
    for (int d = 1; d < 32; d *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (lane == 31)
        out[r] = sum;
}

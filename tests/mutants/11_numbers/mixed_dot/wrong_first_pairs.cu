// Mistake: each lane takes one pair only.
// Expect: wrong-answer
#include <cuda_fp16.h>

__global__ void mixed_dot(float *out, const unsigned short *a, const unsigned short *b, int w, int h)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    if (r >= h)
        return;

    const __half2 *p = (const __half2 *)(a + (size_t)r * w);
    const __half2 *q = (const __half2 *)(b + (size_t)r * w);
    float sum = 0;

    if (int i = lane; i < w / 2) {
        float2 u = __half22float2(p[i]), v = __half22float2(q[i]);

        sum += u.x * v.x + u.y * v.y;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        out[r] = sum;
}

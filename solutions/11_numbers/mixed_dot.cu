// The product of two halves has 22 binary digits at most, so a float holds it exactly: until the sum,
// nothing is rounded. Added as halves, a sum above 2048 would lose all terms below 1, and above 65504
// it would be infinite. Tensor cores work in the same way: halves in, floats in the sums.
//
// A warp's load is 32 pairs, 128 bytes, in four whole sectors. With single halves it would be as many
// bytes in twice as many loads.

#include <cuda_fp16.h>

__global__ void mixed_dot(float *out, const unsigned short *a, const unsigned short *b, int w, int h)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    if (r >= h)
        return;

    const __half2 *p = (const __half2 *)(a + (size_t)r * w);
    const __half2 *q = (const __half2 *)(b + (size_t)r * w);
    float sum = 0;

    for (int i = lane; i < w / 2; i += 32) {
        float2 u = __half22float2(p[i]), v = __half22float2(q[i]);

        sum += u.x * v.x + u.y * v.y;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        out[r] = sum;
}

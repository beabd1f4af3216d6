// Mistake: takes the bits for whole numbers.
// Expect: wrong-answer
#include <cuda_fp16.h>

__global__ void mixed_dot(float *out, const unsigned short *a, const unsigned short *b, int w, int h)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;

    if (r >= h)
        return;

    float sum = 0;

    for (int i = lane; i < w / 2; i += 32) {
        float2 u = make_float2(a[r * w + 2 * i], a[r * w + 2 * i + 1]), v = make_float2(b[r * w + 2 * i], b[r * w + 2 * i + 1]);

        sum += u.x * v.x + u.y * v.y;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        out[r] = sum;
}

// Right, but each load is a single half.
// Expect: too-slow global_requests
#include <cuda_fp16.h>

__global__ void mixed_dot(float *out, const unsigned short *a, const unsigned short *b, int w, int h)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (r >= h)
        return;
    for (int i = lane; i < w; i += 32)
        sum += __half2float(__ushort_as_half(a[r * w + i])) * __half2float(__ushort_as_half(b[r * w + i]));
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        out[r] = sum;
}

// Mistake: keeps the sum of a word in half precision.
// Expect: wrong-answer
#include <cuda_fp16.h>

__device__ float weight(unsigned int word, int k)
{
    return (int)(word >> 4 * k & 15) - 8;
}

__global__ void matvec_int4(float *y, const unsigned int *q, const float *scale, const float *x, int h, int w)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (r >= h)
        return;

    const unsigned int *row = q + (size_t)r * (w / 8);
    const float *scales = scale + (size_t)r * (w / 32);
    const float4 *x4 = (const float4 *)x;
    for (int i = lane; i < w / 8; i += 32) {
        unsigned int v = row[i];
        float4 a = x4[2 * i], b = x4[2 * i + 1];
        float part = weight(v, 0) * a.x + weight(v, 1) * a.y + weight(v, 2) * a.z + weight(v, 3) * a.w;

        part += weight(v, 4) * b.x + weight(v, 5) * b.y + weight(v, 6) * b.z + weight(v, 7) * b.w;
        sum += __half2float(__float2half(part)) * scales[i / 4];
    }
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[r] = sum;
}

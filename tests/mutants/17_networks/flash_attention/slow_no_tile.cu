// Right, but each thread loads every key and every value from global memory.
// Expect: too-slow global_sectors
#include <math.h>

__global__ void flash_attention(float *out, const float *q, const float *k, const float *v, int n, float scale)
{
    int t = blockIdx.x * 64 + threadIdx.x;
    float query[32], result[32], most = -INFINITY, sum = 0;

    if (t >= n)
        return;
    #pragma unroll
    for (int i = 0; i < 32; i++) {
        query[i] = q[t * 32 + i];
        result[i] = 0;
    }
    for (int j = 0; j <= t; j++) {
        float s = 0;

        #pragma unroll
        for (int i = 0; i < 32; i++)
            s += query[i] * k[j * 32 + i];
        s *= scale;
        float larger = fmaxf(most, s), old = expf(most - larger), share = expf(s - larger);
        sum = sum * old + share;
        #pragma unroll
        for (int i = 0; i < 32; i++)
            result[i] = result[i] * old + share * v[j * 32 + i];
        most = larger;
    }
    #pragma unroll
    for (int i = 0; i < 32; i++)
        out[t * 32 + i] = result[i] / sum;
}

// Each warp goes over every fourth word once: score, running maximum, sum and values together. The four results
// are combined at the end. No score is stored.
// Expect: passed
#include <math.h>

__global__ void decode_step(float *out, const float *q, const float *k, const float *v, int len, int room)
{
    __shared__ float largest[4], totals[4], sums[4][64];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const float2 *keys = (const float2 *)(k + (size_t)blockIdx.x * room * 64), *values = (const float2 *)(v + (size_t)blockIdx.x * room * 64);
    float2 query = ((const float2 *)q)[blockIdx.x * 32 + lane], sum = make_float2(0, 0);
    float most = -INFINITY, total = 0;

    for (int j = warp; j < len; j += 4) {
        float2 key = keys[j * 32 + lane], value = values[j * 32 + lane];
        float s = query.x * key.x + query.y * key.y;

        for (int d = 16; d > 0; d /= 2)
            s += __shfl_xor_sync(0xffffffff, s, d);
        s *= 0.125f;
        float larger = fmaxf(most, s), old = expf(most - larger), share = expf(s - larger);
        sum.x = sum.x * old + share * value.x;
        sum.y = sum.y * old + share * value.y;
        total = total * old + share;
        most = larger;
    }
    sums[warp][2 * lane] = sum.x;
    sums[warp][2 * lane + 1] = sum.y;
    if (lane == 0) {
        largest[warp] = most;
        totals[warp] = total;
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        float all = fmaxf(fmaxf(largest[0], largest[1]), fmaxf(largest[2], largest[3])), above = 0, below = 0;

        for (int i = 0; i < 4; i++) {
            float f = expf(largest[i] - all);

            above += f * sums[i][threadIdx.x];
            below += f * totals[i];
        }
        out[blockIdx.x * 64 + threadIdx.x] = above / below;
    }
}

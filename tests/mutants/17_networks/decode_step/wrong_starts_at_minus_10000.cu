// Mistake: the maximum starts at -10000, and a row of smaller scores never gets to replace it: all exponentials are 0.
// Expect: wrong-answer

#include <math.h>

__global__ void decode_step(float *out, const float *q, const float *k, const float *v, int len, int room)
{
    extern __shared__ float score[];
    __shared__ float odd[64];
    int t = threadIdx.x, warp = t / 32, lane = t % 32, head = blockIdx.x, i = t % 64;
    const float *keys = k + (size_t)head * room * 64, *values = v + (size_t)head * room * 64;
    float q0 = q[head * 64 + lane], q1 = q[head * 64 + lane + 32];
    float most = -10000.0f, total = 0, sum = 0;

    for (int j = warp; j < len; j += 4) {
        float s = q0 * keys[j * 64 + lane] + q1 * keys[j * 64 + lane + 32];

        for (int d = 16; d > 0; d /= 2)
            s += __shfl_xor_sync(0xffffffff, s, d);
        if (lane == 0)
            score[j] = s / 8;
    }
    __syncthreads();

    for (int j = lane; j < len; j += 32)
        most = fmaxf(most, score[j]);
    for (int d = 16; d > 0; d /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, d));
    __syncthreads();
    for (int j = t; j < len; j += 128)
        score[j] = expf(score[j] - most);
    __syncthreads();
    for (int j = lane; j < len; j += 32)
        total += score[j];
    for (int d = 16; d > 0; d /= 2)
        total += __shfl_xor_sync(0xffffffff, total, d);

    for (int j = t / 64; j < len; j += 2)
        sum += score[j] * values[j * 64 + i];
    if (t >= 64)
        odd[i] = sum;
    __syncthreads();
    if (t < 64)
        out[head * 64 + i] = (sum + odd[i]) / total;
}

// Keys and values are each loaded once, 256 neighbouring bytes at a time, and that is all that costs: two
// operations for each float. So the time for a word grows with the length of the text, and with the size
// of the cache in memory. Hence the ways to make it smaller: fewer bits, or several heads of queries that
// share one head of keys and values (grouped-query attention).
//
// Scores: a warp for each key. Values: a thread for each of the 64 numbers, twice, for even and odd words. In
// both loops the lanes of a warp are neighbours in memory; the two differ in what is summed within
// a thread and what between threads.
//
// Every warp computes the maximum and the sum of all scores for itself: the same work four times, on numbers
// in shared memory, but without the barriers that four partial results would need.
//
// One block for each head leaves most of a large device idle when there are few heads. Libraries then cut the
// text into pieces, and combine the pieces' results by their maxima and sums ("flash decoding").

#include <math.h>

__global__ void decode_step(float *out, const float *q, const float *k, const float *v, int len, int room)
{
    extern __shared__ float score[];
    __shared__ float odd[64];
    int t = threadIdx.x, warp = t / 32, lane = t % 32, head = blockIdx.x, i = t % 64;
    const float *keys = k + (size_t)head * room * 64, *values = v + (size_t)head * room * 64;
    float q0 = q[head * 64 + lane], q1 = q[head * 64 + lane + 32];
    float most = -INFINITY, total = 0, sum = 0;

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

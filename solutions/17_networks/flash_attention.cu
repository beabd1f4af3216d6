// The scores live in a register for a moment, and nowhere else. Memory holds n * 32 numbers four times, and each
// block loads the keys and values up to its own last token: with 64 tokens for each block, a 64th of what
// threads would load one by one.
//
// All threads of a warp read the same key at the same time, so shared memory serves them with one broadcast,
// four floats at once if the compiler joins the loads. Registers hold the rest: 64 numbers and a few more.
//
// Scaling the result with every key is more work than needed: libraries compute the scores of a whole tile,
// take its maximum, and scale once. They also do both products on tensor cores, and load the next tile while
// they work on this one. The idea is the same: maximum, sum and result, and a rule that joins two of them.

#include <math.h>

#define DIM 32
#define TILE 64

__global__ void flash_attention(float *out, const float *q, const float *k, const float *v, int n, float scale)
{
    __shared__ float keys[TILE][DIM], values[TILE][DIM];
    int t = blockIdx.x * TILE + threadIdx.x, last = min(n, (int)(blockIdx.x + 1) * TILE) - 1;
    float query[DIM], result[DIM], most = -INFINITY, sum = 0;

    #pragma unroll
    for (int i = 0; i < DIM; i++) {
        query[i] = t < n ? q[t * DIM + i] * scale : 0;
        result[i] = 0;
    }

    for (int first = 0; first <= last; first += TILE) {
        int count = min(TILE, last + 1 - first);

        for (int p = threadIdx.x; p < count * DIM; p += TILE) {
            keys[p / DIM][p % DIM] = k[first * DIM + p];
            values[p / DIM][p % DIM] = v[first * DIM + p];
        }
        __syncthreads();

        for (int j = 0; j < count && first + j <= t; j++) {
            float s = 0;

            #pragma unroll
            for (int i = 0; i < DIM; i++)
                s += query[i] * keys[j][i];

            float larger = fmaxf(most, s), old = expf(most - larger), share = expf(s - larger);

            sum = sum * old + share;
            #pragma unroll
            for (int i = 0; i < DIM; i++)
                result[i] = result[i] * old + share * values[j][i];
            most = larger;
        }
        __syncthreads();
    }

    if (t < n) {
        #pragma unroll
        for (int i = 0; i < DIM; i++)
            out[t * DIM + i] = result[i] / sum;
    }
}

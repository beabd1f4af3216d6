// Mistake: the maximum starts at -10000, and a row of smaller scores never gets to replace it: all exponentials are 0.
// Expect: wrong-answer

#include <math.h>

#define DIM 32
#define TILE 64

__global__ void flash_attention(float *out, const float *q, const float *k, const float *v, int n, float scale)
{
    __shared__ float keys[TILE][DIM], values[TILE][DIM];
    int t = blockIdx.x * TILE + threadIdx.x, last = min(n, (int)(blockIdx.x + 1) * TILE) - 1;
    float query[DIM], result[DIM], most = -10000.0f, sum = 0;

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

// Tiles of 16 tokens: all scores of a tile first, then its maximum, then one scaling for the whole tile.
// Expect: passed
__global__ void flash_attention(float *out, const float *q, const float *k, const float *v, int n, float scale)
{
    __shared__ float keys[16][32], values[16][32];
    int t = blockIdx.x * blockDim.x + threadIdx.x, end = min(n, (int)((blockIdx.x + 1) * blockDim.x));
    float query[32], result[32] = { 0 }, most = -3.0e38f, sum = 0;

    #pragma unroll
    for (int i = 0; i < 32; i++)
        query[i] = t < n ? q[t * 32 + i] : 0;
    for (int first = 0; first < end; first += 16) {
        float s[16], larger = most;

        __syncthreads();
        for (int p = threadIdx.x; p < 512; p += 64) {
            int row = first + p / 32;

            keys[p / 32][p % 32] = row < end ? k[row * 32 + p % 32] : 0;
            values[p / 32][p % 32] = row < end ? v[row * 32 + p % 32] : 0;
        }
        __syncthreads();
        if (first > t)
            continue;
        #pragma unroll
        for (int j = 0; j < 16; j++) {
            float dot = 0;

            #pragma unroll
            for (int i = 0; i < 32; i++)
                dot += query[i] * keys[j][i];
            s[j] = first + j <= t ? dot * scale : -3.0e38f;
            larger = fmaxf(larger, s[j]);
        }
        float old = expf(most - larger);
        most = larger;
        sum *= old;
        #pragma unroll
        for (int i = 0; i < 32; i++)
            result[i] *= old;
        #pragma unroll
        for (int j = 0; j < 16; j++) {
            float share = first + j <= t ? expf(s[j] - most) : 0;

            sum += share;
            #pragma unroll
            for (int i = 0; i < 32; i++)
                result[i] += share * values[j][i];
        }
    }
    if (t >= n)
        return;
    #pragma unroll
    for (int i = 0; i < 32; i++)
        out[t * 32 + i] = result[i] / sum;
}

// Mistake: the list begins with scores that seem small enough, and beat smaller ones.
// Expect: wrong-answer
__global__ void top_k(int *best, int *where, const int *x, int rows, int cols)
{
    const long long none = -0x7fffffffffffffffll - 1;
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    long long top[8], mine = none;

    if (r >= rows)
        return;

    #pragma unroll
    for (int j = 0; j < 8; j++)
        top[j] = -1000000000ll * (1ll << 32);

    for (int col = lane; col < cols; col += 32) {
        long long v = (long long)x[r * cols + col] << 32 | (0xffffffffu - col);

        if (v > top[7]) {
            #pragma unroll
            for (int j = 0; j < 8; j++) {
                long long old = top[j];
                top[j] = max(old, v);
                v = min(old, v);
            }
        }
    }

    #pragma unroll
    for (int round = 0; round < 8; round++) {
        long long most = top[0];

        #pragma unroll
        for (int s = 16; s > 0; s /= 2)
            most = max(most, __shfl_xor_sync(0xffffffff, most, s));
        if (top[0] == most) {
            #pragma unroll
            for (int j = 0; j < 7; j++)
                top[j] = top[j + 1];
            top[7] = none;
        }
        if (lane == round)
            mine = most;
    }
    if (lane < 8) {
        best[r * 8 + lane] = (int)(mine >> 32);
        where[r * 8 + lane] = (int)(0xffffffffu - (unsigned int)mine);
    }
}

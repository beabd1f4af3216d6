// Mistake: a lane keeps only its four best, but all of a row's eight best may be in the columns of one lane.
// Expect: wrong-answer
typedef unsigned long long u64;

__global__ void top_k(int *best, int *where, const int *x, int rows, int cols)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    u64 top[4] = { 0, 0, 0, 0 };

    if (r >= rows)
        return;
    for (int c = lane; c < cols; c += 32) {
        u64 k = (u64)((unsigned)x[r * cols + c] ^ 0x80000000u) << 32 | (unsigned)~c;

        for (int j = 0; j < 4; j++) {
            u64 larger = max(top[j], k);

            k = min(top[j], k);
            top[j] = larger;
        }
    }
    for (int j = 0; j < 8; j++) {
        u64 m = top[0];

        for (int d = 16; d > 0; d /= 2)
            m = max(m, __shfl_xor_sync(0xffffffff, m, d));
        if (top[0] == m && m > 0) {
            best[r * 8 + j] = (int)((unsigned)(m >> 32) ^ 0x80000000u);
            where[r * 8 + j] = (int)~(unsigned)m;
            top[0] = top[1];
            top[1] = top[2];
            top[2] = top[3];
            top[3] = 0;
        }
    }
}

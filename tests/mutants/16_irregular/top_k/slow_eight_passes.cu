// Eight passes over the row, each for the next largest score.
// Expect: too-slow traffic
__global__ void top_k(int *best, int *where, const int *x, int rows, int cols)
{
    const long long none = -0x7fffffffffffffffll - 1;
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    long long last = 0x7fffffffffffffffll;

    if (r >= rows)
        return;
    for (int round = 0; round < 8; round++) {
        long long most = none;

        #pragma unroll 1
        for (int col = lane; col < cols; col += 32) {
            long long v = (long long)x[r * cols + col] << 32 | (0xffffffffu - col); // <-- here
            if (v < last)
                most = max(most, v);
        }
        for (int s = 16; s > 0; s /= 2)
            most = max(most, __shfl_xor_sync(0xffffffff, most, s));
        last = most;
        if (lane == 0) {
            best[r * 8 + round] = (int)(most >> 32);
            where[r * 8 + round] = (int)(0xffffffffu - (unsigned int)most);
        }
    }
}

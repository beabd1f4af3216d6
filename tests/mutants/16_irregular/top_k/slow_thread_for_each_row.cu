// A thread for each row.
// Expect: too-slow traffic
__global__ void top_k(int *best, int *where, const int *x, int rows, int cols)
{
    int r = blockIdx.x * 4 + threadIdx.x;
    long long top[8];

    if (threadIdx.x >= 4 || r >= rows)
        return;
    #pragma unroll
    for (int j = 0; j < 8; j++)
        top[j] = -0x7fffffffffffffffll - 1;
    #pragma unroll 1
    for (int col = 0; col < cols; col++) {
        long long v = (long long)x[r * cols + col] << 32 | (0xffffffffu - col); // <-- here

        #pragma unroll
        for (int j = 0; j < 8; j++) {
            long long old = top[j];
            top[j] = max(old, v);
            v = min(old, v);
        }
    }
    #pragma unroll
    for (int j = 0; j < 8; j++) {
        best[r * 8 + j] = (int)(top[j] >> 32);
        where[r * 8 + j] = (int)(0xffffffffu - (unsigned int)top[j]);
    }
}

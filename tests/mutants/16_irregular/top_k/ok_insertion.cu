// Expect: passed
// An insertion from the end, and lane 0 stores.
__global__ void top_k(int *best, int *where, const int *x, int rows, int cols)
{
    int r = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x & 31;

    if (r >= rows)
        return;
    int s0[8], c0[8];
    #pragma unroll
    for (int j = 0; j < 8; j++)
        s0[j] = -2147483647 - 1, c0[j] = 0x7fffffff;
    for (int c = lane; c < cols; c += 32) {
        int v = x[(size_t)r * cols + c];

        if (v > s0[7] || c0[7] == 0x7fffffff) {
            bool done = false;
            #pragma unroll
            for (int j = 7; j > 0; j--)
                if (!done) {
                    bool up = v > s0[j - 1] || c0[j - 1] == 0x7fffffff;
                    s0[j] = up ? s0[j - 1] : v;
                    c0[j] = up ? c0[j - 1] : c;
                    done = !up;
                }
            if (!done)
                s0[0] = v, c0[0] = c;
        }
    }
    for (int j = 0; j < 8; j++) {
        int s = s0[0], c = c0[0];

        for (int d = 1; d < 32; d *= 2) {
            int os = __shfl_xor_sync(0xffffffff, s, d), oc = __shfl_xor_sync(0xffffffff, c, d);
            if (os > s || (os == s && oc < c))
                s = os, c = oc;
        }
        if (c0[0] == c && s0[0] == s) {
            #pragma unroll
            for (int k = 0; k < 7; k++)
                s0[k] = s0[k + 1], c0[k] = c0[k + 1];
            s0[7] = -2147483647 - 1, c0[7] = 0x7fffffff;
        }
        if (lane == 0)
            best[r * 8 + j] = s, where[r * 8 + j] = c;
    }
}

// Two tiles in turn: one is read and the other written, so that one barrier a round is enough.
// Expect: passed
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[2][256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t, now = 0;
    tile[0][t] = i < n ? x[i] : 0;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        tile[1 - now][t] = tile[now][t] + (t >= d ? tile[now][t - d] : 0);
        now = 1 - now;
    }
    if (i < n)
        out[i] = tile[now][t];
}

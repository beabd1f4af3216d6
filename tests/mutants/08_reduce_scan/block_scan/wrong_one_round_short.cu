// Mistake: ends at distance 64: right up to place 127, and from there on the oldest elements are missing.
// Expect: wrong-answer
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        int left = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
}

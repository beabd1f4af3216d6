// Mistake: the last warp goes on without any barrier, with `volatile`: so it was done before 2017, and lanes of a warp need not go in step since.
// Expect: data-race race-within-warp
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ volatile int tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;

    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = 128; half > 32; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t < 32)
        tile[t] += tile[t + 32];
    if (t < 16)
        tile[t] += tile[t + 16];
    if (t < 8)
        tile[t] += tile[t + 8];
    if (t < 4)
        tile[t] += tile[t + 4];
    if (t < 2)
        tile[t] += tile[t + 2];
    if (t == 0)
        out[blockIdx.x] = tile[0] + tile[1];
}

// Mistake: threads without an element leave their place of the tile as it is.
// Expect: memory-error uninitialised-read
__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (i < n)
        tile[t] = x[i];
    __syncthreads();
#pragma unroll 1
    for (int half = 128; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half]; // <-- here
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = tile[0];
}

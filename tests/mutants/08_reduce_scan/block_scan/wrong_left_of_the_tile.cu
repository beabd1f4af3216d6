// Mistake: no test for the left end: reads in front of the tile.
// Expect: memory-error out-of-bounds
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < 256; d *= 2) {
        int left = tile[t - d]; // <-- here
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
}

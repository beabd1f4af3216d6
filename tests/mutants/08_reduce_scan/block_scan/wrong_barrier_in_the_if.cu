// Mistake: only the threads with something to add reach the barriers.
// Expect: sync-error divergent-barrier
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < 256; d *= 2) {
        if (t >= d) {
            int left = tile[t - d];
            __syncthreads(); // <-- here
            tile[t] += left;
        }
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
}

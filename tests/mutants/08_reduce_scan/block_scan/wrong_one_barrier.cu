// Mistake: reads and writes in one step, so that some threads read a sum that is already new.
// Expect: data-race data-race-shared
__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? x[i] : 0;
    __syncthreads();
#pragma unroll 1
    for (int d = 1; d < 256; d *= 2) {
        if (t >= d)
            tile[t] += tile[t - d]; // <-- here
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
}

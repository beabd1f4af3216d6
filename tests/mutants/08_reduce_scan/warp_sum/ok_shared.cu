// In shared memory, with __syncwarp() in place of a barrier of the block.
// Expect: passed
__global__ void warp_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    tile[t] = i < n ? x[i] : 0;
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        if (t % 32 < d)
            tile[t] += tile[t + d];
        __syncwarp();
    }
    if (t % 32 == 0 && i < n)
        out[i / 32] = tile[t];
}

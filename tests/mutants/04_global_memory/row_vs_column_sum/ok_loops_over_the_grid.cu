// Right for every launch of whole warps: both parts walk the grid.
// Expect: passed
__device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int c = t; c < w; c += threads) {
        int sum = 0;
#pragma unroll 8
        for (int r = 0; r < h; r++)
            sum += x[r * w + c];
        cols[c] = sum;
    }
    for (int r = t / 32; r < h; r += threads / 32) {
        int sum = 0;
#pragma unroll 8
        for (int c = t % 32; c < w; c += 32)
            sum += x[r * w + c];
        sum = warp_sum(sum);
        if (t % 32 == r % 32)
            rows[r] = sum;
    }
}

// Right, and a warp for each row, but each lane has a stretch of neighbours.
// Expect: too-slow sector_use
__device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = t / 32, lane = t % 32, stretch = (w + 31) / 32;
    if (t < w) {
        int sum = 0;
        for (int r = 0; r < h; r++)
            sum += x[r * w + t];
        cols[t] = sum;
    }
    if (warp < h) {
        int sum = 0;
        for (int c = lane * stretch; c < (lane + 1) * stretch && c < w; c++)
            sum += x[warp * w + c]; // <-- here
        sum = warp_sum(sum);
        if (lane == 0)
            rows[warp] = sum;
    }
}

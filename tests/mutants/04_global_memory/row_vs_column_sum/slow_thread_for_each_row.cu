// Right, but one thread sums a row: the 32 of a warp are a row apart.
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
    if (t < w) {
        int sum = 0;
        for (int r = 0; r < h; r++)
            sum += x[r * w + t];
        cols[t] = sum;
    }
    if (t < h) {
        int sum = 0;
        for (int c = 0; c < w; c++)
            sum += x[t * w + c]; // <-- here
        rows[t] = sum;
    }
}

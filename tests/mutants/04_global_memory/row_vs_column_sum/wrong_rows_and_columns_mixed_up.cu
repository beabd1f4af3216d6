// Mistake: uses h as the row length.
// Expect: wrong-answer
__device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int warp = t / 32, lane = t % 32;
    if (t < w) {
        int sum = 0;
        for (int r = 0; r < h; r++)
            sum += x[t * h + r];
        cols[t] = sum;
    }
    if (warp < h) {
        int sum = 0;
        for (int c = lane; c < w; c += 32)
            sum += x[c * h + warp];
        sum = warp_sum(sum);
        if (lane == 0)
            rows[warp] = sum;
    }
}

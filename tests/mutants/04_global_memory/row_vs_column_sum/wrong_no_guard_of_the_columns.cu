// Mistake: threads beyond the last column sum, too.
// Expect: memory-error out-of-bounds
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
    int below = 0;
    for (int r = 0; r < h; r++)
        below += x[r * w + t]; // <-- here
    cols[t] = below;
    if (warp < h) {
        int sum = 0;
        for (int c = lane; c < w; c += 32)
            sum += x[warp * w + c];
        sum = warp_sum(sum);
        if (lane == 0)
            rows[warp] = sum;
    }
}

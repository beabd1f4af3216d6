// Mistake: adds up ints as floats, which are wrong above 2^24.
// Expect: wrong-answer
// The sum of v over the 32 threads of the warp, for each of them. All 32 must call it.
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
        float sum = 0;
        for (int r = 0; r < h; r++)
            sum += x[r * w + t];
        cols[t] = sum;
    }
    if (warp < h) {
        int sum = 0;
        for (int c = lane; c < w; c += 32)
            sum += x[warp * w + c];
        sum = warp_sum(sum);
        if (lane == 0)
            rows[warp] = sum;
    }
}

// Both parts read 32 neighbours at a time, so each load touches 4 sectors; the parts differ only in how they
// add up. Down the columns each thread keeps its own sum, and there is nothing to combine. Along a row each of
// the 32 lanes has a part, and five shuffles add the parts up: cheap, for a row of a few hundred elements.
//
// The condition for a row is the same for all lanes of a warp, so all 32 call warp_sum. The condition for a
// column is not, which does no harm: no lane waits for another there.
//
// Lesson 08 explains how warp_sum works.

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
        int sum = 0;
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

// Both parts read 32 neighbours at a time, and so 4 sectors for each load; only who adds up differs. Down the
// columns each thread keeps a sum of its own, and there is nothing to combine. Along a row the 32
// lanes have a part each, and five shuffles add them up: little, for a row of a few hundred.
//
// The condition for a row is the same for all lanes of a warp, so all 32 come to warp_sum. The one for a
// column is not, which does no harm: no lane waits for another there.
//
// How warp_sum works is for lesson 08.

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

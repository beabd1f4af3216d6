// Rows first, added up by shuffles down to lane 0.
// Expect: passed
__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, r = t >> 5, lane = t & 31;
    if (r < h) {
        const int *row = x + r * w;
        int sum = 0;
#pragma unroll 8
        for (int c = 0; c < w; c += 32)
            sum += c + lane < w ? row[c + lane] : 0;
        for (int d = 1; d < 32; d *= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (!lane)
            rows[r] = sum;
    }
    if (t < w) {
        int sum = 0;
#pragma unroll 8
        for (const int *p = x + t; p < x + h * w; p += w)
            sum += *p;
        cols[t] = sum;
    }
}

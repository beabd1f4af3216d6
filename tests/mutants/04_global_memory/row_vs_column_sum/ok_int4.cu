// The rows are read as int4, where they begin at a multiple of 16 bytes.
// Expect: passed
__global__ void row_vs_column_sum(int *rows, int *cols, const int *x, int h, int w)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, lane = t % 32, row = t / 32;
    if (t < w) {
        int sum = 0;
        for (int r = 0; r < h; r++)
            sum += x[r * w + t];
        cols[t] = sum;
    }
    if (row >= h)
        return;
    const int *from = x + row * w;
    int sum = 0, done = 0;
    if (w % 4 == 0) {
        for (int k = 4 * lane; k < w; k += 128) {
            int4 v = *(const int4 *)(from + k);
            sum += v.x + v.y + v.z + v.w;
        }
        done = w;
    }
    for (int k = done + lane; k < w; k += 32)
        sum += from[k];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        rows[row] = sum;
}

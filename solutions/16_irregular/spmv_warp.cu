// A warp for each row. The 32 lanes load 32 neighbouring elements of `value` and `col`: four sectors
// each, where 32 threads with a row each would touch up to 32. Only the gather from x remains: its indices
// come from the data, and no mapping of threads makes them neighbours.
//
// A long row now has 32 lanes to share it. A row of five elements has them too, and 27 of those idle:
// that is why libraries look at the average length first, and give each row 2, 4, 8, 16 or 32 lanes.
//
// All lanes of a warp have the same row, so they leave together, and all of them reach the shuffles.

__global__ void spmv_warp(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (i >= n)
        return;

    int end = row[i + 1];
    for (int k = row[i] + lane; k < end; k += 32)
        sum += value[k] * x[col[k]];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[i] = sum;
}

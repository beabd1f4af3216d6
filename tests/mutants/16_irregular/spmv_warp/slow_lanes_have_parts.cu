// Each lane has a part of the row to itself, so neighbouring lanes are not at neighbouring elements.
// Expect: too-slow global_sectors
__global__ void spmv_warp(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (i >= n)
        return;
    int length = row[i + 1] - row[i], part = (length + 31) / 32;
    int begin = row[i] + min(length, lane * part), end = row[i] + min(length, (lane + 1) * part);
    for (int k = begin; k < end; k++)
        sum += value[k] * x[col[k]]; // <-- here
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[i] = sum;
}

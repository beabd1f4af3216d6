// A thread for each row.
// Expect: too-slow global_sectors
__global__ void spmv_warp(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * 8 + threadIdx.x;

    if (threadIdx.x < 8 && i < n) {
        float sum = 0;

        for (int k = row[i]; k < row[i + 1]; k++)
            sum += value[k] * x[col[k]]; // <-- here
        y[i] = sum;
    }
}

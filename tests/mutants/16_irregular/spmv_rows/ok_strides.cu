// Expect: passed
// A grid-stride loop.
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        y[i] = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            y[i] += value[k] * x[col[k]];
    }
}

// Expect: passed
// Two sums, so that two gathers are under way.
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int k = row[i], end = row[i + 1];
        float a = 0, b = 0;

        for (; k + 1 < end; k += 2) {
            a = fmaf(value[k], x[col[k]], a);
            b = fmaf(value[k + 1], x[col[k + 1]], b);
        }
        if (k < end)
            a += value[k] * x[col[k]];
        y[i] = a + b;
    }
}

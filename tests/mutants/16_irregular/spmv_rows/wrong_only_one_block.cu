// Mistake: takes the number in the block for the row.
// Expect: wrong-answer
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = threadIdx.x;

    if (i < n) {
        int end = row[i + 1];
        float sum = 0;

        for (int k = row[i]; k < end; k++)
            sum += value[k] * x[col[k]];
        y[i] = sum;
    }
}

// Mistake: loses the last element of each row.
// Expect: wrong-answer
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int end = row[i + 1];
        float sum = 0;

        for (int k = row[i]; k < end - 1; k++)
            sum += value[k] * x[col[k]];
        y[i] = sum;
    }
}

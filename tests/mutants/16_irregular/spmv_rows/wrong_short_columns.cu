// Mistake: a column in 16 bits.
// Expect: wrong-answer
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    float sum = 0;

    for (int k = row[i]; k < row[i + 1]; k++) {
        unsigned short c = col[k];

        sum += value[k] * x[c];
    }
    y[i] = sum;
}

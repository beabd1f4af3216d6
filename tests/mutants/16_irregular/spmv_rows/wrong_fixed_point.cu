// Mistake: the products are added as whole 64ths, which not all floats are.
// Expect: wrong-answer
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;

    int sum = 0;

    for (int k = row[i]; k < row[i + 1]; k++)
        sum += (int)(value[k] * x[col[k]] * 64);
    y[i] = sum / 64.0f;
}

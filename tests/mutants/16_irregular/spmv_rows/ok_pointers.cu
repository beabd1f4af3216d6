// Expect: passed
// Pointers, from the end to the beginning.
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    const int i = blockIdx.x * 128 + threadIdx.x;
    if (i >= n)
        return;
    const float *v = value + row[i + 1], *first = value + row[i];
    const int *c = col + row[i + 1];
    double sum = 0;

    while (v != first)
        sum += (double)*--v * x[*--c];
    y[i] = (float)sum;
}

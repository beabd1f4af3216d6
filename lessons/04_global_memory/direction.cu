// A square matrix, row after row. One thread adds up a row ...
__global__ void a_row_each(int *sum, const int *x, int size)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    for (int k = 0; k < size; k++)
        s += x[r * size + k];
    sum[r] = s;
}
// ... or a column.
__global__ void a_column_each(int *sum, const int *x, int size)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
    for (int k = 0; k < size; k++)
        s += x[k * size + c];
    sum[c] = s;
}

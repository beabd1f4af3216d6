// Mistake: looks for number k of row r in row k, as if the table were stored column by column.
// Expect: wrong-answer
__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int k = 0;
    while (k < len && x[k * rows + r] <= limit)
        k++;
    first[r] = k < len ? k : -1;
}

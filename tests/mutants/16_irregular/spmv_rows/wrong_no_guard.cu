// Mistake: no guard, so the threads of the last block read offsets that are not there.
// Expect: memory-error out-of-bounds
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    {
        int end = row[i + 1]; // <-- here
        float sum = 0;

        for (int k = row[i]; k < end; k++)
            sum += value[k] * x[col[k]];
        y[i] = sum;
    }
}

// One thread for each block does its 128 rows.
// Expect: too-slow warp_instructions
__global__ void spmv_rows(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    if (threadIdx.x == 0)
        for (int i = blockIdx.x * 128; i < n && i < blockIdx.x * 128 + 128; i++) {
            float sum = 0;

            for (int k = row[i]; k < row[i + 1]; k++)
                sum += value[k] * x[col[k]]; // <-- here
            y[i] = sum;
        }
}

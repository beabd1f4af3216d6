// Goes through all places and skips the padding.
// Expect: passed
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int j = 0; j < k; j++)
            if (col[j * n + i] != -1)
                sum += value[j * n + i] * x[col[j * n + i]];
        y[i] = sum;
    }
}

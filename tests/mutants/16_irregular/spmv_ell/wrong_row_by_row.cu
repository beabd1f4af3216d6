// Mistake: the places of a row one after the other, as in CSR.
// Expect: wrong-answer
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int j = 0; j < k; j++)
            if (col[i * k + j] >= 0)
                sum += value[i * k + j] * x[col[i * k + j]];
        y[i] = sum;
    }
}

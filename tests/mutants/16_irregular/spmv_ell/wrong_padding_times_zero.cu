// Mistake: multiplies what stands in the padding by 0, and it may be NaN.
// Expect: wrong-answer
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int j = 0; j < k; j++) {
            int c = col[j * n + i];

            sum += value[j * n + i] * (c >= 0) * x[max(c, 0)];
        }
        y[i] = sum;
    }
}

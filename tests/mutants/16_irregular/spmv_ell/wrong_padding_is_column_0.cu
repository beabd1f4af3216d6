// Mistake: counts padding as column 0: its value means nothing, but is not 0.
// Expect: wrong-answer
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int at = i; at < k * n; at += n) {
            int c = col[at];

            sum += value[at] * x[max(c, 0)];
        }
        y[i] = sum;
    }
}

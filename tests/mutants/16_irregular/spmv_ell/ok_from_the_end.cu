// From the last place to the first.
// Expect: passed
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int j = k - 1; j >= 0; j--) {
            int c = col[i + j * n];
            sum += c < 0 ? 0 : value[i + j * n] * x[c];
        }
        y[i] = sum;
    }
}

// Mistake: takes -1 for a column.
// Expect: memory-error out-of-bounds
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int at = i; at < k * n; at += n) {
            int c = col[at];

            sum += value[at] * x[c]; // <-- here
        }
        y[i] = sum;
    }
}

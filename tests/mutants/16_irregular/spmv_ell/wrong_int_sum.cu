// Mistake: the sum is an int.
// Expect: wrong-answer
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        int sum = 0;

        for (int at = i; at < k * n; at += n) {
            int c = col[at];

            if (c < 0)
                break;
            sum += value[at] * x[c];
        }
        y[i] = sum;
    }
}

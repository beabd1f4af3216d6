// Mistake: a row number of 16 bits: rows from 65536 on are rows 0 and on again.
// Expect: wrong-answer
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0;

        for (int at = i; at < k * n; at += n) {
            int c = col[at];

            if (c < 0)
                break;
            sum += value[at] * x[c];
        }
        y[i] = sum;
    }
}

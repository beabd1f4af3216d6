// Right, but one thread of each block does its 128 rows.
// Expect: too-slow warp_instructions
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int end = min(n, (int)(blockIdx.x + 1) * 128);

    if (threadIdx.x == 0)
        for (int i = blockIdx.x * 128; i < end; i++) {
            float sum = 0;

            for (int at = i; at < k * n && col[at] >= 0; at += n)
                sum += value[at] * x[col[at]];
            y[i] = sum;
        }
}

// Right, but one thread in four takes four neighbouring rows, so a warp reads every fourth element.
// Expect: too-slow global_sectors
__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    for (int i = first; i < first + 4 && i < n; i++) {
        float sum = 0;

        for (int at = i; at < k * n && col[at] >= 0; at += n)
            sum += value[at] * x[col[at]];
        y[i] = sum;
    }
}

// Expect: passed
// Two elements for each lane and round.
__global__ void spmv_warp(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x & 31;

    if (i < n) {
        int k = row[i] + lane, end = row[i + 1];
        float a = 0, b = 0;

        for (; k + 32 < end; k += 64) {
            a += value[k] * x[col[k]];
            b += value[k + 32] * x[col[k + 32]];
        }
        if (k < end)
            a += value[k] * x[col[k]];
        a += b;
        for (int s = 1; s < 32; s *= 2)
            a += __shfl_xor_sync(0xffffffff, a, s);
        if (!lane)
            y[i] = a;
    }
}

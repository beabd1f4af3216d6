// Mistake: takes |value|.
// Expect: wrong-answer
__global__ void spmv_warp(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;

    if (i >= n)
        return;

    int end = row[i + 1];
    for (int k = row[i] + lane; k < end; k += 32)
        sum += fabsf(value[k]) * x[col[k]];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, s);
    if (lane == 0)
        y[i] = sum;
}

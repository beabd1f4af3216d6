// Expect: passed
// The sums go through shared memory.
__global__ void spmv_warp(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    __shared__ float part[8][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, i = blockIdx.x * 8 + warp;
    float sum = 0;

    if (i < n)
        for (int k = row[i] + lane; k < row[i + 1]; k += 32)
            sum += value[k] * x[col[k]];
    part[warp][lane] = sum;
    for (int s = 16; s > 0; s /= 2) {
        __syncthreads();
        if (lane < s)
            part[warp][lane] += part[warp][lane + s];
    }
    if (lane == 0 && i < n)
        y[i] = part[warp][0];
}

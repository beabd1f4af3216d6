// The lanes' sums go through shared memory.
// Expect: passed
__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    __shared__ float part[8][32];
    int row = blockIdx.x * 8 + threadIdx.y;
    float sum = 0;
    if (row < m)
        for (int i = threadIdx.x; i < n; i += 32)
            sum = fmaf(a[((size_t)blockIdx.y * m + row) * n + i], x[(size_t)blockIdx.y * n + i], sum);
    part[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0 && row < m) {
        for (int k = 1; k < 32; k++)
            sum += part[threadIdx.y][k];
        y[blockIdx.y * m + row] = sum;
    }
}

// Right, but the lanes take pieces of a row, and so are far apart.
// Expect: too-slow global_sectors
__global__ void batched_matvec(float *y, const float *a, const float *x, int m, int n, int count)
{
    int row = blockIdx.x * 8 + threadIdx.y;
    if (row >= m)
        return;
    const float *p = a + (blockIdx.y * (size_t)m + row) * n, *q = x + blockIdx.y * n;
    int each = (n + 31) / 32;
    float sum = 0;
    for (int i = threadIdx.x * each; i < min(n, (int)(threadIdx.x + 1) * each); i++)
        sum += p[i] * q[i]; // <-- here
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        y[blockIdx.y * m + row] = sum;
}

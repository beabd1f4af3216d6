// Right, but a warp goes down a column as far as there are rows, and on with the next one.
// Expect: too-slow global_sectors
__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 8 + (threadIdx.x & 7);
    int col = blockIdx.x * 32 + (threadIdx.x >> 3);

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col]; // <-- here
    c[row * n + col] = sum;
}

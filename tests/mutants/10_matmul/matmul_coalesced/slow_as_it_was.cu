// Right, but a warp has eight rows and four columns: each row is a sector of its own.
// Expect: too-slow global_sectors
__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 8 + threadIdx.x % 8;
    int col = blockIdx.x * 32 + threadIdx.x / 8;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col]; // <-- here
    c[row * n + col] = sum;
}

// A warp has two rows and sixteen columns: two sectors of a and two of b.
// Expect: passed
__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 8 + threadIdx.x % 128 / 16;
    int col = blockIdx.x * 32 + threadIdx.x / 128 * 16 + threadIdx.x % 16;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

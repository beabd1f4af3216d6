// Mistake: changes the column but not the row, so most elements belong to no thread.
// Expect: wrong-answer
__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 8 + threadIdx.x % 8;
    int col = blockIdx.x * 32 + threadIdx.x % 32;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

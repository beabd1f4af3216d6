// Mistake: x for rows and y for columns: with a grid made for the other way, parts of c are never computed.
// Expect: wrong-answer
__global__ void matmul_naive(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

// Mistake: starts from c, which is uninitialised.
// Expect: memory-error uninitialised-read
__global__ void matmul_naive(float *c, const float *a, const float *b, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= m || col >= n)
        return;

    float sum = c[row * n + col]; // <-- here
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

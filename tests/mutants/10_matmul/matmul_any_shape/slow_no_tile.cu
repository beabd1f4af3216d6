// Right, but each product comes from global memory.
// Expect: too-slow global_sectors
__global__ void matmul_any_shape(float *c, const float *a, const float *b, int m, int n, int k, int lda, int ldb, int ldc,
                                 float alpha, float beta)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * lda + i] * b[i * ldb + col]; // <-- here
    c[row * ldc + col] = alpha * sum + beta * c[row * ldc + col];
}

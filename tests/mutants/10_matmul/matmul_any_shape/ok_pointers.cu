// The guards of row and column in two variables, and one test for the store.
// Expect: passed
#define SIDE 16

__global__ void matmul_any_shape(float *c, const float *a, const float *b, int m, int n, int k, int lda, int ldb, int ldc,
                                 float alpha, float beta)
{
    __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;

    const bool in_rows = row < m, in_columns = col < n;
    float *to = c + (size_t)row * ldc + col;
    float sum = 0;
    for (int t = 0; t < k; t += SIDE) {
        ta[ty][tx] = in_rows && t + tx < k ? a[row * lda + t + tx] : 0;
        tb[ty][tx] = t + ty < k && in_columns ? b[(t + ty) * ldb + col] : 0;
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    if (in_rows && in_columns)
        *to = alpha * sum + beta * *to;
}

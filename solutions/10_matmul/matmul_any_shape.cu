// Three matrices, three guards. The loads have theirs, and store a zero where there is no element;
// so the loop over the products needs no test, and no thread leaves before the last barrier.
//
// Zeros in only one of the tiles would not do: the other could hold a NaN left in shared memory,
// and NaN times zero is NaN. Fill every element of both tiles, every time.
//
// The leading dimension says where the next row begins, the number of columns says where a row ends.
// They are two different things.

#define SIDE 16

__global__ void matmul_any_shape(float *c, const float *a, const float *b, int m, int n, int k, int lda, int ldb, int ldc,
                                 float alpha, float beta)
{
    __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * SIDE + ty, col = blockIdx.x * SIDE + tx;

    float sum = 0;
    for (int t = 0; t < k; t += SIDE) {
        ta[ty][tx] = row < m && t + tx < k ? a[row * lda + t + tx] : 0;
        tb[ty][tx] = t + ty < k && col < n ? b[(t + ty) * ldb + col] : 0;
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * ldc + col] = alpha * sum + beta * c[row * ldc + col];
}

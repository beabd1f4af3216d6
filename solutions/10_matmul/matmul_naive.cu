// One thread, one element: a row of a times a column of b. The sum stays in a register and goes to
// memory once, at the end; adding to c[...] itself would load and store it k times.
//
// A row's length is the number of its columns: k for a, n for b and for c. The product is possible
// because a row of a is as long as b has rows: both are k.

__global__ void matmul_naive(float *c, const float *a, const float *b, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

// matmul_coalesced: right, and slow. Which thread should take which element?
//
//   c   m rows of n floats
//   a   m rows of k floats
//   b   k rows of n floats
//
// Launch: blocks of 256 threads, one for each 8 rows and 32 columns of c.

__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    // YOUR CODE HERE: change these two lines
    int row = blockIdx.y * 8 + threadIdx.x % 8;
    int col = blockIdx.x * 32 + threadIdx.x / 8;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

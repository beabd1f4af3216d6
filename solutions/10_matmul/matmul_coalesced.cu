// The lanes of a warp share a row of c and have 32 neighbouring columns. Then in each round of the
// loop
//
//   a[row * k + i]   is the same element for all lanes: one sector, and every lane gets the value
//   b[i * n + col]   are 32 neighbouring elements: four sectors
//
// and the store is four sectors as well. With eight rows and four columns to a warp, as before,
// each round loads eight sectors of a. The arithmetic is the same, and so are the sums, to the last
// bit.

__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 8 + threadIdx.x / 32;
    int col = blockIdx.x * 32 + threadIdx.x % 32;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

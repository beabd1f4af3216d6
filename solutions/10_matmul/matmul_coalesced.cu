// The lanes of a warp share a row of c and have 32 neighbouring columns. Then in each round of the loop
//
//   a[row * k + i]   is one place for all of them: one sector, and the value goes to every lane
//   b[i * n + col]   are 32 neighbours: four sectors
//
// and the store is four sectors as well. Eight rows and four columns to a warp, as before, are eight sectors of
// a for every round. The arithmetic is the same, and so are the sums, to the last bit.

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

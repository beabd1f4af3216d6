// Right, but each thread loads its whole row and column from global memory.
// Expect: too-slow global_sectors
__global__ void dense_relu(float *y, const float *x, const float *w, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;

    if (row < m && col < n) {
        float sum = b[col];

        for (int i = 0; i < k; i++)
            sum += x[row * k + i] * w[i * n + col]; // <-- here
        y[row * n + col] = fmaxf(sum, 0.0f);
    }
}

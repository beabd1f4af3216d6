// Right, but all of it from global memory.
// Expect: too-slow global_sectors
__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    if (row >= m || col >= n)
        return;

    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col]; // <-- here
    c[row * n + col] = sum;
}

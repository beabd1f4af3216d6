__global__ void matmul(float *c, const float *a, const float *b, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && col < n) {
        float total = 0;
        for (int i = 0; i < n; i++)
            total += a[row * n + i] * b[i * n + col];
        c[row * n + col] = total;
    }
}

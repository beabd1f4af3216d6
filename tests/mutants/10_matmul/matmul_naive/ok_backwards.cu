// From the last product to the first.
// Expect: passed
__global__ void matmul_naive(float *c, const float *a, const float *b, int m, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (j >= n || r >= m)
        return;
    float sum = 0;
    for (int i = k - 1; i >= 0; i--)
        sum = fmaf(a[r * k + i], b[i * n + j], sum);
    c[r * n + j] = sum;
}

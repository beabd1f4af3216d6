// A row of a in steps of four, where the rows begin at a multiple of 16 bytes.
// Expect: passed
__global__ void matmul_coalesced(float *c, const float *a, const float *b, int m, int n, int k)
{
    int row = blockIdx.y * 8 + threadIdx.x / 32, col = blockIdx.x * 32 + threadIdx.x % 32;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    int i = 0;
    if (k % 4 == 0)
        for (; i < k; i += 4) {
            float4 v = *(const float4 *)&a[row * k + i];
            sum += v.x * b[i * n + col] + v.y * b[(i + 1) * n + col] + v.z * b[(i + 2) * n + col] + v.w * b[(i + 3) * n + col];
        }
    for (; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}

// Right, with 64 sums, but all of it from global memory.
// Expect: too-slow global_sectors
__global__ void matmul_register(float *c, const float *a, const float *b, int m, int n, int k)
{
    int tx = threadIdx.x, ty = threadIdx.y;
    int top = blockIdx.y * 128, left = blockIdx.x * 128;

    float sum[8][8] = {};
    for (int t = 0; t < k; t += 16) {
        for (int i = 0; i < 16; i++) {
            float x[8], y[8];
#pragma unroll
            for (int r = 0; r < 8; r++) {
                x[r] = a[(top + ty + 16 * r) * k + t + i], y[r] = b[(t + i) * n + left + tx + 16 * r]; // <-- here
            }
#pragma unroll
            for (int r = 0; r < 8; r++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[r][j] += x[r] * y[j];
        }
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            c[(top + ty + 16 * r) * n + left + tx + 16 * j] = sum[r][j];
}

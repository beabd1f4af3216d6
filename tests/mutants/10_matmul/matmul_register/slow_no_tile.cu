// Right, with 16 sums, but all of it from global memory.
// Expect: too-slow global_sectors
__global__ void matmul_register(float *c, const float *a, const float *b, int m, int n, int k)
{
    int tx = threadIdx.x, ty = threadIdx.y;
    int top = blockIdx.y * 64, left = blockIdx.x * 64;

    float sum[4][4] = {};
    for (int t = 0; t < k; t += 16) {
        for (int i = 0; i < 16; i++) {
            float x[4], y[4];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                x[r] = a[(top + ty + 16 * r) * k + t + i], y[r] = b[(t + i) * n + left + tx + 16 * r]; // <-- here
            }
#pragma unroll
            for (int r = 0; r < 4; r++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[r][j] += x[r] * y[j];
        }
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            c[(top + ty + 16 * r) * n + left + tx + 16 * j] = sum[r][j];
}

// Single numbers, 16 apart, and each loop over the tiles with two barriers.
// Expect: passed
__global__ void matmul_register(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[64][17], tb[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, id = ty * 16 + tx;
    int top = blockIdx.y * 64, left = blockIdx.x * 64;

    float sum[4][4] = {};
    for (int t = 0; t < k; t += 16) {
        for (int p = id; p < 1024; p += 256) {
            ta[p / 16][p % 16] = a[(top + p / 16) * k + t + p % 16];
            tb[p / 64][p % 64] = b[(t + p / 64) * n + left + p % 64];
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float x[4], y[4];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                x[r] = ta[ty + 16 * r][i];
                y[r] = tb[i][tx + 16 * r];
            }
#pragma unroll
            for (int r = 0; r < 4; r++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[r][j] += x[r] * y[j];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int j = 0; j < 4; j++)
            c[(top + ty + 16 * r) * n + left + tx + 16 * j] = sum[r][j];
}

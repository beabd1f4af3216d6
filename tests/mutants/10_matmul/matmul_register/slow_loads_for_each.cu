// Right, with 64 sums, but the tiles are read again for each of them: the compiler may not keep volatile values.
// Expect: too-slow shared_requests
__global__ void matmul_register(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ volatile float ta[128][17], tb[16][128];
    int tx = threadIdx.x, ty = threadIdx.y, id = ty * 16 + tx;
    int top = blockIdx.y * 128, left = blockIdx.x * 128;

    float sum[8][8] = {};
    for (int t = 0; t < k; t += 16) {
        for (int p = id; p < 2048; p += 256) {
            ta[p / 16][p % 16] = a[(top + p / 16) * k + t + p % 16];
            tb[p / 128][p % 128] = b[(t + p / 128) * n + left + p % 128];
        }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
#pragma unroll
            for (int r = 0; r < 8; r++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[r][j] += ta[ty + 16 * r][i] * tb[i][tx + 16 * j]; // <-- here
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            c[(top + ty + 16 * r) * n + left + tx + 16 * j] = sum[r][j];
}

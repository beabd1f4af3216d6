// Per round of the inner loop a thread loads two float4 from shared memory and does 16 multiplications: one
// request for eight of them, where matmul_tiled needs two for each.
//
// The tile of a is stored turned round, at[i][row], so that a thread's four rows are neighbours and
// come as one float4. That has its price when it is filled: the lanes of a warp store 8 rows of 4 columns. In rows
// of 64 the four columns would be in the same banks, four passes; with 68 it is two. (An odd length
// would do better still, but a float4 has to begin at a multiple of 16 bytes.)
//
// Global memory is read in float4 as well: a thread loads one of a and one of b for each pair of tiles. And it
// loads those of the next round before it computes this one's: some 700 cycles of waiting pass
// while there is something to do. Two pairs of tiles in turn leave one barrier for each round.

#define SIDE 64
#define DEEP 16

__global__ void matmul_register(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b, int m, int n, int k)
{
    __shared__ __align__(16) float at[2][DEEP][SIDE + 4], tb[2][DEEP][SIDE];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
    int left = blockIdx.x * SIDE, top = blockIdx.y * SIDE;

    // What this thread loads: row t / 4 of a, four columns; row t / 16 of b, four columns.
    int a_row = t / 4, a_col = t % 4 * 4;
    const float *from_a = a + (top + a_row) * k + a_col;
    const float *from_b = b + ty * n + left + 4 * tx;

    float sum[4][4] = {};
    float4 va = *(const float4 *)from_a, vb = *(const float4 *)from_b;
    int now = 0;

    for (int done = 0; done < k; done += DEEP, now ^= 1) {
        at[now][a_col][a_row] = va.x;
        at[now][a_col + 1][a_row] = va.y;
        at[now][a_col + 2][a_row] = va.z;
        at[now][a_col + 3][a_row] = va.w;
        *(float4 *)&tb[now][ty][4 * tx] = vb;
        __syncthreads();

        if (done + DEEP < k) {
            va = *(const float4 *)(from_a + done + DEEP);
            vb = *(const float4 *)(from_b + (done + DEEP) * n);
        }
#pragma unroll
        for (int i = 0; i < DEEP; i++) {
            float4 x4 = *(const float4 *)&at[now][i][4 * ty], y4 = *(const float4 *)&tb[now][i][4 * tx];
            float x[4] = { x4.x, x4.y, x4.z, x4.w }, y[4] = { y4.x, y4.y, y4.z, y4.w };
#pragma unroll
            for (int r = 0; r < 4; r++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sum[r][j] += x[r] * y[j];
        }
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
        *(float4 *)&c[(top + 4 * ty + r) * n + left + 4 * tx] = make_float4(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
}

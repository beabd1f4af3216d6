// Each warp has 32 rows and all 128 columns, with pointers that walk, and the sums stored in pairs.
// Expect: passed
__device__ void multiply(float sum[4], const float x[4], const float y[2])
{
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(__float_as_uint(x[0])), "r"(__float_as_uint(x[1])), "r"(__float_as_uint(x[2])), "r"(__float_as_uint(x[3])),
                   "r"(__float_as_uint(y[0])), "r"(__float_as_uint(y[1])));
}

__global__ void gemm_tensor(float *c, const float *a, const float *b, int m, int n, int k)
{
    int warp = threadIdx.x / 32, g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    int top = blockIdx.y * 128 + warp * 32 + g, left = blockIdx.x * 128;
    const float *p = a + top * k + t, *q = b + t * n + left + g;

    float sum[2][16][4] = {};
    for (int i = 0; i < k; i += 8, p += 8, q += 8 * n) {
        float x[2][4];
#pragma unroll
        for (int r = 0; r < 2; r++) {
            const float *from = p + 16 * r * k;
            x[r][0] = from[0], x[r][1] = from[8 * k], x[r][2] = from[4], x[r][3] = from[8 * k + 4];
        }
#pragma unroll
        for (int j = 0; j < 16; j++) {
            float y[2] = { q[8 * j], q[8 * j + 4 * n] };
            multiply(sum[0][j], x[0], y);
            multiply(sum[1][j], x[1], y);
        }
    }
#pragma unroll
    for (int r = 0; r < 2; r++)
#pragma unroll
        for (int j = 0; j < 16; j++) {
            float *to = c + (top + 16 * r) * n + left + 8 * j + 2 * t;
            *(float2 *)to = make_float2(sum[r][j][0], sum[r][j][1]);
            *(float2 *)(to + 8 * n) = make_float2(sum[r][j][2], sum[r][j][3]);
        }
}

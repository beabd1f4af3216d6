// With pointers that walk, and the sums stored in pairs.
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
    int g = threadIdx.x / 4, t = threadIdx.x % 4;
    int top = blockIdx.y * 16, left = blockIdx.x * 8;

    const float *p = a + (top + g) * k + t, *q = b + t * n + left + g;
    float sum[4] = {};
    for (int i = 0; i < k; i += 8) {
        float x[4], y[2];
        x[0] = p[0], x[1] = p[8 * k], x[2] = p[4], x[3] = p[8 * k + 4];
        y[0] = q[0], y[1] = q[4 * n];
        multiply(sum, x, y);
        p += 8, q += 8 * n;
    }
    *(float2 *)&c[(top + g) * n + left + 2 * t] = make_float2(sum[0], sum[1]);
    *(float2 *)&c[(top + g + 8) * n + left + 2 * t] = make_float2(sum[2], sum[3]);
}

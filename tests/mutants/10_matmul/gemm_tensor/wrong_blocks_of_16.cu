// Mistake: pieces of c are taken to be 16 x 16.
// Expect: memory-error out-of-bounds
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
    int top = blockIdx.y * 16, left = blockIdx.x * 16;

    float sum[4] = {};
    for (int i = 0; i < k; i += 8) {
        float x[4], y[2];
        x[0] = a[(top + g) * k + i + t];
        x[1] = a[(top + g + 8) * k + i + t];
        x[2] = a[(top + g) * k + i + t + 4];
        x[3] = a[(top + g + 8) * k + i + t + 4];
        y[0] = b[(i + t) * n + left + g];
        y[1] = b[(i + t + 4) * n + left + g]; // <-- here
        multiply(sum, x, y);
    }
    c[(top + g) * n + left + 2 * t] = sum[0];
    c[(top + g) * n + left + 2 * t + 1] = sum[1];
    c[(top + g + 8) * n + left + 2 * t] = sum[2];
    c[(top + g + 8) * n + left + 2 * t + 1] = sum[3];
}

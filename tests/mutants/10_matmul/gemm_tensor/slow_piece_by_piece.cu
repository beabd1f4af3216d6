// Right, but one piece after the other, each with a walk along k of its own: nothing that is loaded is used twice.
// Expect: too-slow warp_instructions
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

    for (int piece = warp; piece < 8 * 16; piece += 4) {
        int top = blockIdx.y * 128 + piece / 16 * 16 + g, left = blockIdx.x * 128 + piece % 16 * 8;
        float sum[4] = {};
        for (int i = 0; i < k; i += 8) {
            float x[4], y[2];
            x[0] = a[top * k + i + t], x[1] = a[(top + 8) * k + i + t], x[2] = a[top * k + i + t + 4], x[3] = a[(top + 8) * k + i + t + 4]; // <-- here
            y[0] = b[(i + t) * n + left + g], y[1] = b[(i + t + 4) * n + left + g];
            multiply(sum, x, y);
        }
        c[top * n + left + 2 * t] = sum[0];
        c[top * n + left + 2 * t + 1] = sum[1];
        c[(top + 8) * n + left + 2 * t] = sum[2];
        c[(top + 8) * n + left + 2 * t + 1] = sum[3];
    }
}

// No loop over the products of an element, and no lane has a row or a column of its own: the warp
// as a whole has the piece, and each lane holds a few of its numbers for all the others.
//
// The warp reuses what it loads, as in matmul_register: four pieces of a and eight of b make 32
// products. That is 32 loads of a lane for 32 instructions; a single piece would need six for each.
// In a load of b, groups of eight lanes read neighbouring elements, which share a sector. In a load
// of a, each row is in a sector of its own, and the two halves (t and t + 4) together use all of
// it.
//
// On an H200 with n = 4096, a warp with a single piece reaches 12 TFLOP/s, this kernel 57, and cuBLAS
// 400. The loop still waits for its loads: it lacks tiles in shared memory, of which one pair is
// filled while the other is used. With them it reaches 140 (ok_at_speed.cu, in this exercise's folder
// of tests/mutants). The rest takes instructions that only this family of GPUs has. A kernel with
// them, tests/gpu/gemm_tensor.hopper.cu, reaches 250.
//
// You pass a float as it is. The unit uses its sign, its exponent and the first 10 bits of its
// fraction (a format called tf32), and cuts off the rest. If that is not precise enough, round first
// (cvt.rna.tf32.f32).

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
    int top = blockIdx.y * 128 + warp / 2 * 64 + g, left = blockIdx.x * 128 + warp % 2 * 64;

    float sum[4][8][4] = {};
    for (int i = 0; i < k; i += 8) {
        float x[4][4], y[8][2];
#pragma unroll
        for (int r = 0; r < 4; r++) {
            x[r][0] = a[(top + 16 * r) * k + i + t];
            x[r][1] = a[(top + 16 * r + 8) * k + i + t];
            x[r][2] = a[(top + 16 * r) * k + i + t + 4];
            x[r][3] = a[(top + 16 * r + 8) * k + i + t + 4];
        }
#pragma unroll
        for (int j = 0; j < 8; j++) {
            y[j][0] = b[(i + t) * n + left + 8 * j + g];
            y[j][1] = b[(i + t + 4) * n + left + 8 * j + g];
        }
#pragma unroll
        for (int r = 0; r < 4; r++)
#pragma unroll
            for (int j = 0; j < 8; j++)
                multiply(sum[r][j], x[r], y[j]);
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int j = 0; j < 8; j++) {
            float *to = c + (top + 16 * r) * n + left + 8 * j + 2 * t;
            to[0] = sum[r][j][0];
            to[1] = sum[r][j][1];
            to[8 * n] = sum[r][j][2];
            to[8 * n + 1] = sum[r][j][3];
        }
}

// gemm_tensor: the product of two matrices, computed by the tensor cores.
//
//   c   m rows of n floats
//   a   m rows of k floats
//   b   k rows of n floats
//
// Launch: blocks of four warps, one for each 128 x 128 elements of c. m and n are multiples of 128,
// k is a multiple of 16.

// Given: adds 16 x 8 of a times 8 x 8 of b to the sums. All lanes of the warp call it together.
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

    // YOUR CODE HERE
    (void)warp, (void)g, (void)t;
}

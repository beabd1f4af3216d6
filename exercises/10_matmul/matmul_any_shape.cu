// matmul_any_shape: c = alpha * a * b + beta * c, for any sizes, and for parts of larger matrices.
//
//   c   m rows of n floats, ldc floats from one row to the next
//   a   m rows of k floats, lda from one to the next
//   b   k rows of n floats, ldb from one to the next
//
// Launch: blocks of 16 x 16 threads, one for each 16 x 16 elements of c.

#define SIDE 16

__global__ void matmul_any_shape(float *c, const float *a, const float *b, int m, int n, int k, int lda, int ldb, int ldc,
                                 float alpha, float beta)
{
    __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];

    // YOUR CODE HERE
}

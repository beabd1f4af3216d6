// matmul_register: each thread computes 4 x 4 elements of the product.
//
//   c   m rows of n floats
//   a   m rows of k floats
//   b   k rows of n floats
//
// The launch: blocks of 16 x 16 threads, one for each 64 x 64 elements of c.
// m and n are multiples of 64, k is one of 16.

__global__ void matmul_register(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[64][16], tb[16][64];
    float sum[4][4] = {};

    // YOUR CODE HERE
}

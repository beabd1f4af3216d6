// matmul_register: each thread computes 8 x 8 elements of the product.
//
//   c   m rows of n floats
//   a   m rows of k floats
//   b   k rows of n floats
//
// Launch: blocks of 16 x 16 threads, one for each 128 x 128 elements of c. m and n are multiples of
// 128, k is a multiple of 16.

__global__ void matmul_register(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[128][16], tb[16][128];
    float sum[8][8] = {};

    // YOUR CODE HERE
}

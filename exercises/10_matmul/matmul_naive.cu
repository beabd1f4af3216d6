// matmul_naive: the product of two matrices, with one thread for each element of the result.
//
//   c   m rows of n floats
//   a   m rows of k floats
//   b   k rows of n floats
//
// Launch: blocks of 16 x 16 threads, x for columns and y for rows.

__global__ void matmul_naive(float *c, const float *a, const float *b, int m, int n, int k)
{
    // YOUR CODE HERE
}

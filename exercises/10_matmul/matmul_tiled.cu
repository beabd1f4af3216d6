// matmul_tiled: the product of two matrices, with tiles in shared memory.
//
//   c   m rows of n floats
//   a   m rows of k floats
//   b   k rows of n floats
//
// Launch: blocks of 32 x 32 threads, one for each 32 x 32 elements of c. m, n and k are multiples
// of 32.

#define SIDE 32

__global__ void matmul_tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float ta[SIDE][SIDE], tb[SIDE][SIDE];

    // YOUR CODE HERE: for each pair of tiles: load, wait, add products, wait
}

// block_sum: out[b] becomes the sum of the elements of block b.
//
//   out  an int for each block
//   x    n ints, only to be read; block b has 256 of them from 256 * b on, the last block fewer
//   n    how many
//
// The launch: blocks of 256 threads, just enough of them for n threads or more.

__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];

    // YOUR CODE HERE
}

// block_sum: set out[b] to the sum of the elements of block b.
//
//   out  one int for each block
//   x    n ints, read only; block b has 256 of them from 256 * b on, the last block may have fewer
//   n    the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void block_sum(int *out, const int *x, int n)
{
    __shared__ int tile[256];

    // YOUR CODE HERE
}

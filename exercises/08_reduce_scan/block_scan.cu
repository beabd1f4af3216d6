// block_scan: running sums within each block of 256 elements.
//
//   out  n ints: the sum of the block's elements up to and including this one
//   x    n ints, read only
//   n    the number of elements
//
// Launch: blocks of 256 threads, enough of them for at least n threads.

__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[256];

    // YOUR CODE HERE
}

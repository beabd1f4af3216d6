// block_scan: running sums within each block of 256 elements.
//
//   out  n ints: the sum of the block's elements up to and including this one
//   x    n ints, only to be read
//   n    how many
//
// The launch: blocks of 256 threads, just enough of them for n threads or more.

__global__ void block_scan(int *out, const int *x, int n)
{
    __shared__ int tile[256];

    // YOUR CODE HERE
}

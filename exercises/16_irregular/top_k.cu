// top_k: the eight largest scores of each row, largest first, and their columns.
//
//   best   rows of 8 scores
//   where  rows of 8 columns
//   x      rows of cols scores
//
// The launch: blocks of 128 threads, four warps each, enough for a warp for each row.

__global__ void top_k(int *best, int *where, const int *x, int rows, int cols)
{
    // YOUR CODE HERE
}

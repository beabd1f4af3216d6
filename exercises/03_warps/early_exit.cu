// early_exit: find the first number greater than limit in each row.
//
//   first  one int for each row: the position in the row, or -1 if there is none
//   x      rows * len numbers, row after row
//
// The launch: blocks of 64 threads, at least as many threads as rows.

__global__ void early_exit(int *first, const int *x, int rows, int len, int limit)
{
    // YOUR CODE HERE: one row for each thread
}

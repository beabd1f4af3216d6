// row_sums: the sum of each row of a matrix.
//
//   sums   h floats, to write
//   x      h rows of w floats, read only
//   h, w   the number of rows, and of columns
//
// The launch: blocks of 128 threads, enough of them for at least h threads.

__global__ void row_sums(float *sums, const float *x, int h, int w)
{
    // YOUR CODE HERE
}

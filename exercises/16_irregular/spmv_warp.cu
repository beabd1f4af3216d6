// spmv_warp: y = A x for a sparse matrix in CSR, a warp for each row.
//
//   y      n floats, the result
//   row    n + 1 offsets: row i has the elements row[i] to row[i + 1] - 1
//   col    the column of each element
//   value  the elements
//   x      a float for each column
//
// The launch: blocks of 256 threads, eight warps each, enough for n rows.

__global__ void spmv_warp(float *y, const int *row, const int *col, const float *value, const float *x, int n)
{
    // YOUR CODE HERE
}

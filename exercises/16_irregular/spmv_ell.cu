// spmv_ell: a sparse matrix times a vector, with the same number of slots for each row.
//
//   y      n floats, the result
//   col    k * n columns; slot j of row i is col[j * n + i]; -1 is padding
//   value  k * n floats, in the same order
//   x      the vector, read only
//   n, k   the number of rows, and of slots in each
//
// Launch: blocks of 128 threads, enough of them for one thread per row.

__global__ void spmv_ell(float *y, const int *col, const float *value, const float *x, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    // YOUR CODE HERE
    (void)i;
}

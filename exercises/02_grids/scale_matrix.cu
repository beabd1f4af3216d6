// scale_matrix: multiply a matrix by a number, in place.
//
//   m            rows x cols floats, row after row: element (row, col) is m[row * cols + col]
//   a            the factor
//   rows, cols   the size
//
// The launch: blocks of 16 x 16 threads; x covers the columns, y the rows, both rounded up.

__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    // YOUR CODE HERE
}

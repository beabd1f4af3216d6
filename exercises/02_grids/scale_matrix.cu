// scale_matrix: multiply each row of a matrix by its own number, in place.
//
//   m            rows x cols floats, row after row: element (row, col) is m[row * cols + col]
//   a            the factor of row 0; row 1 has a + 1, and so on
//   rows, cols   the size
//
// The launch: blocks of 16 x 16 threads; x covers the columns, y the rows, both rounded up.

__global__ void scale_matrix(float *m, float a, int rows, int cols)
{
    // YOUR CODE HERE
}

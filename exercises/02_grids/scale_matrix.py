# scale_matrix: multiply each row of a matrix by its own number, in place.
#
#   m            rows x cols numbers (float32), an array of two dimensions: element (row, col) is m[row, col]
#   a            the factor of row 0; row 1 has a + 1, and so on
#   rows, cols   the size, as m.shape has it
#
# The launch: blocks of 16 x 16 threads; x covers the columns, y the rows, both rounded up.
from numba import cuda


@cuda.jit
def scale_matrix(m, a, rows, cols):
    # YOUR CODE HERE
    pass

# x is the column: threads of a warp have consecutive x, the columns of a row have consecutive addresses, so a
# warp accesses whole stretches of memory. cuda.grid(2) gives (x, y), in that order; an array is indexed with
# the row first.
#
# The guard needs both directions: a column too far to the right would be an element of the next row.
from numba import cuda


@cuda.jit
def scale_matrix(m, a, rows, cols):
    col, row = cuda.grid(2)
    if row < rows and col < cols:
        m[row, col] *= a + row

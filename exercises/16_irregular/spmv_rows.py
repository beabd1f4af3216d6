# spmv_rows: y = A x, with A stored row after row, without its zeros.
#
#   y      n sums (float32)
#   row    n + 1 offsets (int32): row i has the elements row[i] to row[i + 1] - 1
#   col    the column of each element (int32)
#   value  the elements (float32)
#   x      the vector (float32)
#
# The launch: blocks of 128 threads, enough for n rows.
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    # YOUR CODE HERE: a thread for each row
    pass

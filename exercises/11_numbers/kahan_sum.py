# kahan_sum: the sums of columns, right to the last digits.
#
#   out    w numbers (float64): out[c] gets the sum of column c
#   x      h rows of w numbers (float64): x[r, c]
#   w, h   the size
#
# The launch: blocks of 128 threads, enough for w columns.
from numba import cuda


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)

    # YOUR CODE HERE

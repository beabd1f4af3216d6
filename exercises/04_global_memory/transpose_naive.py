# transpose_naive: rows become columns.
#
#   out    w rows of h numbers (float32): out[c, r]
#   x      h rows of w numbers (float32): x[r, c]
#   w, h   the sizes, as x.shape has them
#
# The launch: blocks of 32 x 8 threads, enough for w x h elements and for h x w.
from numba import cuda


@cuda.jit
def transpose_naive(out, x, w, h):
    # YOUR CODE HERE
    pass

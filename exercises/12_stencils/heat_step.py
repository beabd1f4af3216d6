# heat_step: one step of Jacobi's iteration on a plate.
#
#   out     h rows of w numbers (float32), the new temperatures: out[row, col]
#   old     h rows of w numbers: the old ones
#   source  h rows of w numbers: the heat that arrives at each point
#
# The launch: blocks of 32 x 8 threads, enough for w x h points.
from numba import cuda, float32


@cuda.jit
def heat_step(out, old, source, w, h):
    c, r = cuda.grid(2)

    # YOUR CODE HERE

# warp_sum: set out[w] to the sum of 32 elements of x, from 32 * w on.
#
#   out  a whole number (int32) for each group of 32 elements; the last group may have fewer
#   x    n whole numbers (int32), read only
#   n    the number of elements
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda, int32


@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)

    # YOUR CODE HERE

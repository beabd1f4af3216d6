# scale: multiply an array by a number, in place.
#
#   x   n numbers (float32); x[i] must become a * x[i]
#   a   the factor
#   n   the number of elements
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda


@cuda.jit
def scale(x, a, n):
    # YOUR CODE HERE
    pass

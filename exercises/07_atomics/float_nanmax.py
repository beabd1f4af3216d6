# float_nanmax: the largest of n numbers, some of which are missing.
#
#   best  an array of one number (float32), the largest so far, or NaN if there is none: raise it if x has a larger one
#   x     n numbers (float32); a NaN stands for a missing value
#   n     the number of elements, x.size
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda


@cuda.jit
def float_nanmax(best, x, n):
    # YOUR CODE HERE
    pass

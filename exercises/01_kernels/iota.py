# iota: fill an array with 0, 1, 2, ...
#
#   out   n numbers (int32); out[i] must become i
#   n     the number of elements
#
# The launch: blocks of 256 threads (64 in one case), enough of them for at least n threads.
from numba import cuda


@cuda.jit
def iota(out, n):
    # YOUR CODE HERE
    pass

# add: two arrays into a third, element by element.
#
#   out    n numbers (float32), to write
#   a, b   n numbers each, read only
#   n      the number of elements
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    # YOUR CODE HERE
    pass

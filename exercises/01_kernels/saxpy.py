# saxpy: y = a * x + y.
#
#   y   n numbers (float32); y[i] must become a * x[i] + y[i]
#   x   n numbers (float32)
#   a   the factor
#   n   the number of elements, x.size
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda


@cuda.jit
def saxpy(y, x, a, n):
    # YOUR CODE HERE
    pass

# grid_stride: square an array with fewer threads than elements.
#
#   x   n numbers (float32); x[i] must become x[i] * x[i], each exactly once
#   n   the number of elements
#
# The launch: a few blocks of 64 threads, whatever n is.
from numba import cuda


@cuda.jit
def grid_stride(x, n):
    # YOUR CODE HERE: a loop from my number, in steps of the whole grid
    pass

# strided_copy: copy n numbers, up to eight per thread.
#
#   out  n numbers (float32); out[i] = x[i]
#   x    n numbers (float32)
#   n    the number of elements
#
# The launch: blocks of 256 threads, one block for each 2048 elements.
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    # YOUR CODE HERE: which eight elements do I take?
    pass

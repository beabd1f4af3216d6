# softmax_rows: exp(x) of each row, divided by the row's sum of them.
#
#   y      h rows of w numbers (float32)
#   x      h rows of w numbers (float32)
#   w, h   the size, as x.shape has it
#
# The launch: one block of 128 threads for each row.
import math

from numba import cuda, float32


@cuda.jit
def softmax_rows(y, x, w, h):
    r, t = cuda.blockIdx.x, cuda.threadIdx.x

    # YOUR CODE HERE

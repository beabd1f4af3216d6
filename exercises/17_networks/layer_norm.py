# layer_norm: each row with mean 0 and variance 1, then a weight and a bias for each column.
#
#   y      h rows of w numbers (float32)
#   x      h rows of w numbers
#   gamma  w numbers: the weight of each column
#   beta   w numbers: its bias
#   w, h   the size
#
# The launch: one block of 128 threads for each row.
import math

from numba import cuda, float32


@cuda.jit
def layer_norm(y, x, gamma, beta, w, h):
    r, t = cuda.blockIdx.x, cuda.threadIdx.x

    # YOUR CODE HERE

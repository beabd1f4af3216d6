# dense_relu: a dense layer, y = ReLU(x w + b), in one kernel.
#
#   y   m rows of n numbers (float32): y[row, col]
#   x   m rows of k numbers
#   w   k rows of n numbers
#   b   n numbers, one for each column
#
# The launch: blocks of 16 x 16 threads, enough for n columns and m rows.
# cuda.shared.array((16, 16), float32) is a tile, cuda.syncthreads() the barrier.
from numba import cuda, float32


@cuda.jit
def dense_relu(y, x, w, b, m, n, k):
    # YOUR CODE HERE
    pass

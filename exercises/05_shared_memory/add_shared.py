# add_shared: add to each element its right neighbour, in place, within each block.
#
#   x   n numbers (float32); the last element of a block gets the block's first one added
#   n   the number of elements
#
# The launch: blocks of 1 to 1024 threads, enough for n; with shared memory for cuda.blockDim.x numbers. An array
# of size 0 is the shared memory that the launch sets.
from numba import cuda, float32


@cuda.jit
def add_shared(x, n):
    old = cuda.shared.array(0, float32)

    # YOUR CODE HERE

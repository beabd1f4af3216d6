# block_sum: set out[b] to the sum of the elements of block b.
#
#   out  one number (int32) for each block
#   x    n numbers (int32); block b has 256 of them from 256 * b on, the last block may have fewer
#   n    the number of elements, x.size
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda, int32


@cuda.jit
def block_sum(out, x, n):
    tile = cuda.shared.array(256, int32)  # one array for the whole block

    # YOUR CODE HERE

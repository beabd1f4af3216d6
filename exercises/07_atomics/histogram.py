# histogram: how often does each byte occur?
#
#   bins  256 numbers (int32), which already hold counts: add to them
#   x     n bytes (uint8)
#   n     the number of elements, x.size
#
# The launch: blocks of 256 threads, with at least 16 bytes for each thread if n is large.
from numba import cuda, int32


@cuda.jit
def histogram(bins, x, n):
    mine = cuda.shared.array(256, int32)  # the bins of this block

    # YOUR CODE HERE

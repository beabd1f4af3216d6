# atomic_max_shared: the largest of all numbers, with one global atomic for each block.
#
#   best  one number (int32), the largest so far: raise best[0] if x has a larger one
#   x     n numbers, read only
#   n     the number of elements
#
# Launch: blocks of 256 threads, with at least 16 elements for each thread if n is large.
from numba import cuda, int32


@cuda.jit
def atomic_max_shared(best, x, n):
    top = cuda.shared.array(1, int32)

    # YOUR CODE HERE

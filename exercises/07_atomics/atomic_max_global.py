# atomic_max_global: the largest of all numbers, in one element.
#
#   best  one number (int32), the largest so far: raise best[0] if x has a larger one
#   x     n numbers, read only
#   n     the number of elements
#
# Launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda


@cuda.jit
def atomic_max_global(best, x, n):
    i = cuda.grid(1)

    # YOUR CODE HERE

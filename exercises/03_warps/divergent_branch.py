# divergent_branch: scramble each element, even and odd indices in different ways.
#
#   x        n numbers (uint32), changed in place
#   n        the number of elements
#   rounds   how many rounds each of them takes
#
# The launch: blocks of 256 threads, enough of them for at least n threads.
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    # YOUR CODE HERE: which element does a thread take?
    pass

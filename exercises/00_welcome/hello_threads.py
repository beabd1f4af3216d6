# hello_threads: every thread writes its own number into its own seat.
#
#   seat   one number for each thread (int32); seat[3] must become 3
#
# The launch: one block, exactly one thread for each seat.
from numba import cuda


@cuda.jit
def hello_threads(seat):
    # YOUR CODE HERE, in place of `pass` (one line)
    pass

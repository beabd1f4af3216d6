# The threads of a warp have neighbouring columns c. So they load 32 neighbours, 4 sectors; but they store h elements
# apart, each thread into its own sector: 32 sectors, with 4 bytes used in each. With rows and columns swapped, the loads
# would be the slow ones. One of the two always is, as long as a thread stores the element that it loaded itself.
#
# The order of the indices says nothing about that: what counts is which of them differs between the threads of a warp.
from numba import cuda


@cuda.jit
def transpose_naive(out, x, w, h):
    c, r = cuda.grid(2)
    if c < w and r < h:
        out[c, r] = x[r, c]

# Mistake: the number in the block is taken for the one in the grid.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def transpose_naive(out, x, w, h):
    c, r = cuda.threadIdx.x, cuda.threadIdx.y
    if c < w and r < h:
        out[c, r] = x[r, c]

# The x part is the row, so the stores are in order, and the loads are not.
# Expect: passed
from numba import cuda


@cuda.jit
def transpose_naive(out, x, w, h):
    r, c = cuda.grid(2)
    if c < w and r < h:
        out[c, r] = x[r, c]

# Mistake: each guard has the side of the other.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def transpose_naive(out, x, w, h):
    c, r = cuda.grid(2)
    if c < h and r < w:
        out[c, r] = x[r, c]  # <-- here

# Mistake: the guard has the columns only.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def transpose_naive(out, x, w, h):
    c, r = cuda.grid(2)
    if c < w:
        out[c, r] = x[r, c]  # <-- here

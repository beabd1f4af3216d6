# Mistake: threads without a column go on.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    total = lost = 0.0
    for r in range(h):
        term = x[r, min(c, w - 1)] - lost
        following = total + term
        lost = (following - total) - term
        total = following
    out[c] = total  # <-- here

# fastmath=True of a kernel leaves additions as they are written.
# Expect: passed
from numba import cuda


@cuda.jit(fastmath=True)
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    if c >= w:
        return
    total = lost = 0.0
    for r in range(h):
        term = x[r, c] - lost
        following = total + term
        lost = (following - total) - term
        total = following
    out[c] = total

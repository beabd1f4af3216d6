# Mistake: adds what went too far once more.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    if c >= w:
        return
    total = lost = 0.0
    for r in range(h):
        term = x[r, c] + lost
        following = total + term
        lost = (following - total) - term
        total = following
    out[c] = total

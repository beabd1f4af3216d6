# Mistake: a plain loop, which loses a little with each addition.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    if c >= w:
        return
    total = 0.0
    for r in range(h):
        total += x[r, c]
    out[c] = total

# Right, but one thread sums a row: the 32 of a warp are a row apart.
# Expect: too-slow sector_use
from numba import cuda


@cuda.jit
def row_vs_column_sum(rows, cols, x, h, w):
    t = cuda.grid(1)
    if t < w:
        total = 0
        for r in range(h):
            total += x[r, t]
        cols[t] = total
    if t < h:
        total = 0
        for c in range(w):
            total += x[t, c]  # <-- here
        rows[t] = total

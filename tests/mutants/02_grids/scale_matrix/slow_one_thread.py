# Right, but one thread does the work of all.
# Expect: too-slow active_lanes
from numba import cuda


@cuda.jit
def scale_matrix(m, a, rows, cols):
    col, row = cuda.grid(2)
    if row == 0 and col == 0:
        for r in range(rows):
            for c in range(cols):
                m[r, c] *= a + r

# A loop over the whole matrix, whatever the launch.
# Expect: passed
from numba import cuda


@cuda.jit
def transpose_naive(out, x, w, h):
    first_col, first_row = cuda.grid(2)
    cols, rows = cuda.gridsize(2)
    for r in range(first_row, x.shape[0], rows):
        for c in range(first_col, x.shape[1], cols):
            out[c, r] = x[r, c]

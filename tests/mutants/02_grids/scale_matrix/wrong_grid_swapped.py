# Mistake: takes x for the row.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def scale_matrix(m, a, rows, cols):
    col, row = cuda.grid(2)
    if row < rows:
        m[row, col] *= a + row  # <-- here

# Mistake: one index for two dimensions.
# Expect: compile-error
from numba import cuda


@cuda.jit
def scale_matrix(m, a, rows, cols):
    col, row = cuda.grid(2)
    if row < rows and col < cols:
        m[row * cols + col] *= a + row  # <-- here

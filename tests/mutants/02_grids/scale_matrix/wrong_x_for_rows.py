# Mistake: takes x for the row: what is wide stays unfinished.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def scale_matrix(m, a, rows, cols):
    row, col = cuda.grid(2)
    if row < rows and col < cols:
        m[row, col] *= a + row

# Mistake: element by element, as `a * b` does in numpy.
# Expect: compile-error
from numba import cuda, float32


@cuda.jit
def matmul_naive(c, a, b, m, n, k):
    col, row = cuda.grid(2)
    if row < m and col < n:
        c[row, col] = a @ b  # <-- here

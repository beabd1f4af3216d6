# Mistake: adds to what c holds before.
# Expect: memory-error uninitialised-read
from numba import cuda, float32


@cuda.jit
def matmul_naive(c, a, b, m, n, k):
    col, row = cuda.grid(2)
    if row < m and col < n:
        for i in range(k):
            c[row, col] += a[row, i] * b[i, col]  # <-- here

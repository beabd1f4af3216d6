# Mistake: no guard.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def matmul_naive(c, a, b, m, n, k):
    col, row = cuda.grid(2)
    total = float32(0)
    for i in range(k):
        total += a[row, i] * b[i, col]
    c[row, col] = total

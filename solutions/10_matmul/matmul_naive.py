# One thread, one element: a row of a times a column of b. The sum stays in a register and goes to memory once, at
# the end. It begins as float32(0): with 0.0, a number of Python's own, Numba would add in float64.
from numba import cuda, float32


@cuda.jit
def matmul_naive(c, a, b, m, n, k):
    col, row = cuda.grid(2)
    if row >= m or col >= n:
        return
    total = float32(0)
    for i in range(k):
        total += a[row, i] * b[i, col]
    c[row, col] = total

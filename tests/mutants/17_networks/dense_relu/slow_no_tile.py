# Right, but each thread loads its whole row and column from global memory.
# Expect: too-slow global_sectors
from numba import cuda, float32


@cuda.jit
def dense_relu(y, x, w, b, m, n, k):
    col, row = cuda.grid(2)
    if row < m and col < n:
        total = b[col]
        for i in range(k):
            total += x[row, i] * w[i, col]  # <-- here
        y[row, col] = max(total, float32(0))

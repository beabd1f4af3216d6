# Mistake: no guard.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    i = cuda.grid(1)
    total = float32(0)
    for k in range(row[i], row[i + 1]):  # <-- here
        total += value[k] * x[col[k]]
    y[i] = total

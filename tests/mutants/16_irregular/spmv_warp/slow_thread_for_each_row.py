# A thread for each row, as in spmv_rows.
# Expect: too-slow global_sectors
from numba import cuda, float32


@cuda.jit
def spmv_warp(y, row, col, value, x, n):
    i = cuda.grid(1)
    if i < n:
        total = float32(0)
        for k in range(row[i], row[i + 1]):
            total += value[k] * x[col[k]]
        y[i] = total

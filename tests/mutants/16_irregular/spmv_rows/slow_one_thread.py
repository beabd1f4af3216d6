# One thread goes through all rows.
# Expect: too-slow warp_instructions
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    if cuda.grid(1) == 0:
        for i in range(n):
            total = float32(0)
            for k in range(row[i], row[i + 1]):
                total += value[k] * x[col[k]]
            y[i] = total

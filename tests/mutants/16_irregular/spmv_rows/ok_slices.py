# Each row as an array of its own.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    i = cuda.grid(1)
    if i < y.size:
        values = value[row[i]:row[i + 1]]
        columns = col[row[i]:row[i + 1]]
        total = float32(0)
        for k in range(values.size):
            total += values[k] * x[columns[k]]
        y[i] = total

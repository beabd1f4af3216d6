# Mistake: a sum of whole numbers.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    i = cuda.grid(1)
    if i < n:
        total = 0
        for k in range(row[i], row[i + 1]):
            total += int(value[k] * x[col[k]])
        y[i] = total

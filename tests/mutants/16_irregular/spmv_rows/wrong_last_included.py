# Mistake: the first element of the next row belongs to this one.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    i = cuda.grid(1)
    if i < n:
        total = float32(0)
        for k in range(row[i], min(row[i + 1] + 1, value.size)):
            total += value[k] * x[col[k]]
        y[i] = total

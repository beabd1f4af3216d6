# The row's elements by a while loop, every second one into a sum of its own.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= n:
        return
    even = float32(0)
    odd = float32(0)
    k, end = row[i], row[i + 1]
    while k + 1 < end:
        even += value[k] * x[col[k]]
        odd += value[k + 1] * x[col[k + 1]]
        k += 2
    if k < end:
        even += value[k] * x[col[k]]
    y[i] = even + odd

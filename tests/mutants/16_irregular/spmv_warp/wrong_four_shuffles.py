# Mistake: one shuffle too few.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def spmv_warp(y, row, col, value, x, n):
    i, lane = cuda.grid(1) // 32, cuda.threadIdx.x % 32
    if i >= n:
        return
    total = float32(0)
    for k in range(row[i] + lane, row[i + 1], 32):
        total += value[k] * x[col[k]]
    for s in (8, 4, 2, 1):
        total += cuda.shfl_down_sync(0xffffffff, total, s)
    if lane == 0:
        y[i] = total

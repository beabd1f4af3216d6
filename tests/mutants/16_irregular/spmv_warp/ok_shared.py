# The lanes' sums meet in shared memory.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def spmv_warp(y, row, col, value, x, n):
    sums = cuda.shared.array((8, 32), float32)
    warp, lane = cuda.threadIdx.x // 32, cuda.threadIdx.x % 32
    i = cuda.blockIdx.x * 8 + warp
    part = float32(0)
    if i < n:
        for k in range(row[i] + lane, row[i + 1], 32):
            part += value[k] * x[col[k]]
    sums[warp, lane] = part
    half = 16
    while half > 0:
        cuda.syncthreads()
        if lane < half:
            sums[warp, lane] += sums[warp, lane + half]
        half //= 2
    if i < n and lane == 0:
        y[i] = sums[warp, 0]

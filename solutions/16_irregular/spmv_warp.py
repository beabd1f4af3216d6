# A warp for each row. The 32 lanes load 32 neighbouring elements of `value` and `col`; only the gather from x remains,
# and no mapping of threads makes its places neighbours.
#
# A long row now has 32 lanes to share it. A row of five elements has them too, and 27 of those idle: libraries look at
# the average length first, and give each row 2, 4, 8, 16 or 32 lanes.
#
# All lanes of a warp have the same row, so they leave together, and all of them reach the shuffles.
from numba import cuda, float32


@cuda.jit
def spmv_warp(y, row, col, value, x, n):
    i = cuda.grid(1) // 32
    lane = cuda.threadIdx.x % 32
    if i >= n:
        return

    total = float32(0)
    for k in range(row[i] + lane, row[i + 1], 32):
        total += value[k] * x[col[k]]
    for s in (16, 8, 4, 2, 1):
        total += cuda.shfl_down_sync(0xffffffff, total, s)
    if lane == 0:
        y[i] = total

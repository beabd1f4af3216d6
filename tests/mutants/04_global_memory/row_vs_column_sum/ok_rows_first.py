# Rows first, with numbers of 64 bits, added up by shuffles down to lane 0.
# Expect: passed
from numba import cuda


@cuda.jit
def row_vs_column_sum(rows, cols, x, h, w):
    t = cuda.grid(1)
    warp, lane = t // 32, t % 32
    if warp < h:
        total = 0
        for c in range(lane, w, 32):
            total += x[warp, c]
        for k in range(5):
            total += cuda.shfl_down_sync(0xffffffff, total, 16 >> k)
        if lane == 0:
            rows[warp] = total
    if t < w:
        total = 0
        for r in range(h):
            total += x[r, t]
        cols[t] = total

# The row from its end.
# Expect: passed
from numba import cuda, int32


@cuda.jit(device=True)
def warp_sum(v):
    for k in range(5):
        v = int32(v + cuda.shfl_xor_sync(0xffffffff, v, 16 >> k))
    return v


@cuda.jit
def row_vs_column_sum(rows, cols, x, h, w):
    t = cuda.grid(1)
    warp, lane = t // 32, t % 32
    if t < w:
        total = int32(0)
        for r in range(h):
            total = int32(total + x[r, t])
        cols[t] = total
    if warp < h:
        total = int32(0)
        c = w - 1 - lane
        while c >= 0:
            total = int32(total + x[warp, c])
            c -= 32
        total = warp_sum(total)
        if lane == 0:
            rows[warp] = total

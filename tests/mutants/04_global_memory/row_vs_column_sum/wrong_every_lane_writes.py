# Mistake: the parts are not added up; each lane writes its own.
# Expect: data-race data-race-global
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
        for c in range(lane, w, 32):
            total = int32(total + x[warp, c])
        rows[warp] = total  # <-- here

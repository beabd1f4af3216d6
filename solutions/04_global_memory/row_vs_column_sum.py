# Both parts read 32 neighbours at a time: what differs between the threads of a warp is the last index, in x[r, t] and in x[warp, c].
# In NumPy x.sum(axis=0) and x.sum(axis=1) look alike; on a GPU the two need different threads.
#
# Down the columns each thread keeps its own sum. Along a row each of the 32 lanes has a part, and five shuffles add the parts up.
# A shuffle moves 32 bits, or 64 as two: so the sums are cut to int32, where Numba would compute with int64.
#
# The condition for a row is the same for all lanes of a warp, so all 32 call warp_sum.
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
        total = warp_sum(total)
        if lane == 0:
            rows[warp] = total

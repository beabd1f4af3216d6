# The pair is one more index. A warp has a row: its lanes read 32 neighbouring elements, then add their 32 sums by
# shuffles. The row is the same for the whole warp, so a warp without one may return before the shuffles: all lanes
# or none.
from numba import cuda, float32


@cuda.jit
def batched_matvec(y, a, x, m, n, count):
    pair, lane = cuda.blockIdx.y, cuda.threadIdx.x
    row = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    if row >= m:
        return

    total = float32(0)
    for i in range(lane, n, 32):
        total += a[pair, row, i] * x[pair, i]
    d = 16
    while d > 0:
        total += cuda.shfl_down_sync(0xffffffff, total, d)
        d //= 2
    if lane == 0:
        y[pair, row] = total

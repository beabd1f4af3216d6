# Mistake: no guard for the rows.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def batched_matvec(y, a, x, m, n, count):
    pair, lane = cuda.blockIdx.y, cuda.threadIdx.x
    row = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    total = float32(0)
    for i in range(lane, n, 32):
        total += a[pair, row, i] * x[pair, i]
    d = 16
    while d > 0:
        total += cuda.shfl_down_sync(0xffffffff, total, d)
        d //= 2
    if lane == 0:
        y[pair, row] = total

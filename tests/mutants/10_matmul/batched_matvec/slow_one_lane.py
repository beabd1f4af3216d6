# Right, but one lane of each warp does all of the work.
# Expect: too-slow active_lanes
from numba import cuda, float32


@cuda.jit
def batched_matvec(y, a, x, m, n, count):
    pair = cuda.blockIdx.y
    row = cuda.blockIdx.x * cuda.blockDim.y + cuda.threadIdx.y
    if row < m and cuda.threadIdx.x == 0:
        total = float32(0)
        for i in range(n):
            total += a[pair, row, i] * x[pair, i]
        y[pair, row] = total

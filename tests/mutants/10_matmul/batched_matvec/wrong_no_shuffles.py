# Mistake: the sum of one lane only.
# Expect: wrong-answer
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
    if lane == 0:
        y[pair, row] = total

# Right, but reads the row twice.
# Expect: too-slow traffic
import math

from numba import cuda, float32



@cuda.jit
def online_softmax(most, sum, x, h, w):
    r, lane = cuda.blockIdx.x * 4 + cuda.threadIdx.x // 32, cuda.threadIdx.x % 32
    if r >= h:
        return
    m, l = float32(-math.inf), float32(0)
    for c in range(lane, w, 32):
        m = max(m, x[r, c])
    for s in (16, 8, 4, 2, 1):
        m = max(m, cuda.shfl_xor_sync(0xffffffff, m, s))
    for c in range(lane, w, 32):
        l += math.exp(x[r, c] - m)
    for s in (16, 8, 4, 2, 1):
        l += cuda.shfl_xor_sync(0xffffffff, l, s)
    if lane == 0:
        most[r], sum[r] = m, l

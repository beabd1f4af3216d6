# Mistake: merges two pairs without numbers by the formula: -inf minus -inf is not a number.
# Expect: wrong-answer
import math

from numba import cuda, float32


@cuda.jit(device=True)
def scaled(l, m, larger):
    return l * math.exp(m - larger)


@cuda.jit
def online_softmax(most, sum, x, h, w):
    r, lane = cuda.blockIdx.x * 4 + cuda.threadIdx.x // 32, cuda.threadIdx.x % 32
    if r >= h:
        return
    m, l = float32(-math.inf), float32(0)

    for c in range(lane, w, 32):
        v = x[r, c]
        larger = max(m, v)
        l = l * math.exp(m - larger) + math.exp(v - larger)
        m = larger

    for s in (16, 8, 4, 2, 1):
        m2, l2 = cuda.shfl_xor_sync(0xffffffff, m, s), cuda.shfl_xor_sync(0xffffffff, l, s)
        larger = max(m, m2)
        l = scaled(l, m, larger) + scaled(l2, m2, larger)
        m = larger

    if lane == 0:
        most[r], sum[r] = m, l

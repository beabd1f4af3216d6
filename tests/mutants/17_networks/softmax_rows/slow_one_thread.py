# Right, but thread 0 does everything.
# Expect: too-slow active_lanes
import math

from numba import cuda, float32


@cuda.jit
def softmax_rows(y, x, w, h):
    r = cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        most = x[r, 0]
        for i in range(1, w):
            most = max(most, x[r, i])
        total = float32(0)
        for i in range(w):
            total += math.exp(x[r, i] - most)
        for i in range(w):
            y[r, i] = math.exp(x[r, i] - most) / total

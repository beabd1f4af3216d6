# Right, but one thread of each warp adds all 32, and the others look on.
# Expect: too-slow active_lanes
from numba import cuda, int32


@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)
    if i % 32 == 0 and i < n:
        v = 0
        for k in range(i, min(i + 32, n)):
            v += x[k]
        out[i // 32] = v

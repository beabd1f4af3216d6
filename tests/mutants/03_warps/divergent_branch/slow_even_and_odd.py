# Right, but the lanes of a warp take turns: even, odd, even, odd.
# Expect: too-slow active_lanes
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    i = cuda.grid(1)
    odd = i % 2
    if i >= n:
        return
    v = x[i]
    if odd:
        for k in range(rounds):
            v = uint32(v + (v << 7))
            v = uint32(v ^ (v >> 11))
    else:
        for k in range(rounds):
            v = uint32(v ^ (v >> 15))
            v = uint32(v * 0x2c1b3c6d)
    x[i] = v

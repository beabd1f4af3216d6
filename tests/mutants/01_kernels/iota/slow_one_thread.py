# Right, but one thread does everything, and the others wait.
# Expect: too-slow active_lanes
from numba import cuda


@cuda.jit
def iota(out, n):
    if cuda.grid(1) == 0:
        for i in range(n):
            out[i] = i

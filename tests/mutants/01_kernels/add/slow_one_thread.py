# Right, but one thread of the grid does the work of all.
# Expect: too-slow active_lanes
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    if cuda.grid(1) == 0:
        for i in range(n):
            out[i] = a[i] + b[i]

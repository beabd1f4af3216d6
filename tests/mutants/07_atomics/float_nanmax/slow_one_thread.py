# Right, but one thread of each block goes through the elements of all 256.
# Expect: too-slow active_lanes
from numba import cuda


@cuda.jit
def float_nanmax(best, x, n):
    if cuda.threadIdx.x == 0:
        for i in range(cuda.blockIdx.x * 256, min(n, cuda.blockIdx.x * 256 + 256)):
            cuda.atomic.nanmax(best, 0, x[i])

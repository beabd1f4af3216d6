# Right, but one thread does it all.
# Expect: too-slow active_lanes
from numba import cuda


@cuda.jit
def hello_threads(seat):
    if cuda.threadIdx.x == 0:
        for i in range(seat.size):
            seat[i] = i

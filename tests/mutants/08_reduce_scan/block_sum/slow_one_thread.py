# Right, but one thread adds all 256 numbers.
# Expect: too-slow active_lanes
from numba import cuda, int32


@cuda.jit
def block_sum(out, x, n):
    if cuda.threadIdx.x == 0:
        total = int32(0)
        first = cuda.blockIdx.x * 256
        for i in range(first, min(first + 256, n)):
            total += x[i]
        out[cuda.blockIdx.x] = total

# From the end to the beginning: the order inside a sector does not matter.
# Expect: passed
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    last = n - 1 - (cuda.blockIdx.x * 2048 + cuda.threadIdx.x)
    for k in range(8):
        i = last - k * 256
        if i >= 0:
            out[i] = x[i]

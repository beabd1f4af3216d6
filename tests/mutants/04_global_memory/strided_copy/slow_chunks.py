# Right, but a thread copies eight neighbours, as a slice would: a warp's threads are 32 bytes apart.
# Expect: too-slow sector_use
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    first = cuda.grid(1) * 8
    for i in range(first, min(first + 8, n)):
        out[i] = x[i]  # <-- here

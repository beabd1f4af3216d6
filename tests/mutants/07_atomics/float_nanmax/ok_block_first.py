# Each block finds its own largest number in shared memory first, with -infinity for what is missing.
# Expect: passed
import math

from numba import cuda, float32


@cuda.jit
def float_nanmax(best, x, n):
    tile = cuda.shared.array(256, float32)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    tile[t] = -math.inf
    if i < n and not math.isnan(x[i]):
        tile[t] = x[i]
    cuda.syncthreads()
    half = 128
    while half:
        if t < half:
            tile[t] = max(tile[t], tile[t + half])
        cuda.syncthreads()
        half >>= 1
    if t == 0 and tile[0] > -math.inf:
        cuda.atomic.nanmax(best, 0, tile[0])

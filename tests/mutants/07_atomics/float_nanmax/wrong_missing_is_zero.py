# Mistake: counts a missing value as 0.
# Expect: wrong-answer
import math

from numba import cuda, float32


@cuda.jit
def float_nanmax(best, x, n):
    i = cuda.grid(1)
    if i < n:
        v = float32(0) if math.isnan(x[i]) else x[i]
        cuda.atomic.nanmax(best, 0, v)

# 2 to the power of x / ln 2 is the same.
# Expect: passed
import math

from numba import cuda, float32


@cuda.jit(fastmath=True)
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = float32(1) / (float32(1) + math.pow(float32(2), x[i] * float32(-1.442695041)))

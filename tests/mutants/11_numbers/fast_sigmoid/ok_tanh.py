# By halves, from one side: exp(-|x|) is at most 1.
# Expect: passed
import math

from numba import cuda, float32


@cuda.jit(fastmath=True)
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    if i < n:
        e = math.exp(-abs(x[i]))
        small = e / (float32(1) + e)
        out[i] = float32(1) - small if x[i] > 0 else small

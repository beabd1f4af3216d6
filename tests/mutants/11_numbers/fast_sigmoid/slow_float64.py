# Right, but with the exact exponential, and 1.0 makes float64 numbers of all that follows it.
# Expect: too-slow warp_instructions
import math

from numba import cuda


@cuda.jit
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = 1.0 / (1.0 + math.exp(-x[i]))

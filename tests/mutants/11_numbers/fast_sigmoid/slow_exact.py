# Right, but with the exact exponential and the exact division.
# Expect: too-slow warp_instructions
import math

from numba import cuda, float32


@cuda.jit
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = float32(1) / (float32(1) + math.exp(-x[i]))

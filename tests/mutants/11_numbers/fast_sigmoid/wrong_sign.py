# Mistake: the sign is missing.
# Expect: wrong-answer
import math

from numba import cuda, float32


@cuda.jit(fastmath=True)
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = float32(1) / (float32(1) + math.exp(x[i]))

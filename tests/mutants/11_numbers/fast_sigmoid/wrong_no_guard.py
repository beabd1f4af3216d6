# Mistake: no guard.
# Expect: memory-error out-of-bounds
import math

from numba import cuda, float32


@cuda.jit(fastmath=True)
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    out[i] = float32(1) / (float32(1) + math.exp(-x[min(i, n - 1)]))  # <-- here

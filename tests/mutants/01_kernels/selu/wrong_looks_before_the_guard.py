# Mistake: reads before the guard.
# Expect: memory-error out-of-bounds
import math

from numba import cuda


@cuda.jit
def selu(out, x, alpha, lam, n):
    i = cuda.grid(1)
    v = x[i]  # <-- here
    if v > 0:
        v = v * lam
    else:
        v = lam * (alpha * math.exp(v) - alpha)
    if i < n:
        out[i] = v

# Mistake: writes one case only.
# Expect: wrong-answer
import math

from numba import cuda


@cuda.jit
def selu(out, x, alpha, lam, n):
    i = cuda.grid(1)
    if i < n and x[i] > 0:
        out[i] = lam * x[i]

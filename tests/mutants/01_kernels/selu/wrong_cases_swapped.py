# Mistake: the two cases are swapped.
# Expect: wrong-answer
import math

from numba import cuda


@cuda.jit
def selu(out, x, alpha, lam, n):
    i = cuda.grid(1)
    if i < n:
        v = x[i]
        out[i] = lam * (v if v < 0 else alpha * math.exp(v) - alpha)

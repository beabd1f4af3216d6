# Mistake: exp(x) / (1 + exp(x)) is infinity over infinity for large x.
# Expect: wrong-answer
import math

from numba import cuda, float32


@cuda.jit(fastmath=True)
def fast_sigmoid(out, x, n):
    i = cuda.grid(1)
    if i < n:
        e = math.exp(x[i])
        out[i] = e / (float32(1) + e)

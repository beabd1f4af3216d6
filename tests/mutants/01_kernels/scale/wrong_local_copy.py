# Mistake: multiplies a copy, which nobody sees.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def scale(x, a, n):
    i = cuda.grid(1)
    if i < n:
        v = x[i]
        v *= a

# Mistake: multiplies the sum.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def saxpy(y, x, a, n):
    i = cuda.grid(1)
    if i < n:
        y[i] = a * (x[i] + y[i])

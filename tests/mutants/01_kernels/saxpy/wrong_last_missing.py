# Mistake: the last element is left out.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def saxpy(y, x, a, n):
    i = cuda.grid(1)
    if i < n - 1:
        y[i] = a * x[i] + y[i]

# Mistake: no loop: what lies beyond the grid stays as it is.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def grid_stride(x, n):
    i = cuda.grid(1)
    if i < n:
        x[i] = x[i] * x[i]

# Mistake: cuda.atomic.max, for which a missing value counts.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def float_nanmax(best, x, n):
    i = cuda.grid(1)
    if i < n:
        cuda.atomic.max(best, 0, x[i])

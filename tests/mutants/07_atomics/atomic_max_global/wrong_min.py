# Mistake: the smallest.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def atomic_max_global(best, x, n):
    i = cuda.grid(1)
    if i < n:
        cuda.atomic.min(best, 0, x[i])

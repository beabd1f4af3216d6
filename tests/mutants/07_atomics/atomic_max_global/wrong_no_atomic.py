# Mistake: looks, then writes.
# Expect: data-race data-race-global
from numba import cuda


@cuda.jit
def atomic_max_global(best, x, n):
    i = cuda.grid(1)
    if i < n and x[i] > best[0]:
        best[0] = x[i]

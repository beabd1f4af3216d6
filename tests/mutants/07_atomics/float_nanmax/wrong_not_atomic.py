# Mistake: looks and stores, without an atomic.
# Expect: data-race data-race-global
from numba import cuda


@cuda.jit
def float_nanmax(best, x, n):
    i = cuda.grid(1)
    if i < n and x[i] == x[i] and not best[0] >= x[i]:
        best[0] = x[i]

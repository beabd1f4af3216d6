# Mistake: reads what the neighbour writes.
# Expect: data-race data-race-global
from numba import cuda


@cuda.jit
def scale(x, a, n):
    i = cuda.grid(1)
    if i < n - 1:
        x[i] = a * x[i + 1]  # <-- here

# Mistake: no guard.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def saxpy(y, x, a, n):
    i = cuda.grid(1)
    y[i] = a * x[i] + y[i]  # <-- here

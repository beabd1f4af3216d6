# Mistake: no guard.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def atomic_max_global(best, x, n):
    i = cuda.grid(1)
    cuda.atomic.max(best, 0, x[i])  # <-- here

# Mistake: no guard.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def scale(x, a, n):
    i = cuda.grid(1)
    x[i] *= a  # <-- here

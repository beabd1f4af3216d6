# Mistake: no guard, so the spare threads of the last block leave all three arrays.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    out[i] = a[i] + b[i]  # <-- here

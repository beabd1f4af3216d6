# Mistake: no guard, so the threads of the last block write past the end.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def iota(out, n):
    i = cuda.grid(1)
    out[i] = i  # <-- here

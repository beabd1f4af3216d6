# Mistake: += reads out before any thread has written it.
# Expect: memory-error uninitialised-read
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] += a[i] + b[i]  # <-- here

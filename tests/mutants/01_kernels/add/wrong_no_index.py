# Mistake: whole arrays, as numpy would have it: a thread works on elements.
# Expect: compile-error
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = a + b  # <-- here

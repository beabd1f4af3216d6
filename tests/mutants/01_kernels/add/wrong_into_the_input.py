# Mistake: adds in place, into an input.
# Expect: compile-error
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        a[i] = a[i] + b[i]  # <-- here

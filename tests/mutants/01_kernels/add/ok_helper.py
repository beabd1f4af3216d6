# The sum in a device function, and the length that the array knows.
# Expect: passed
from numba import cuda


@cuda.jit(device=True)
def total(x, y):
    return x + y


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = total(a[i], b[i])

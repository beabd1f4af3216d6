# Mistake: a plain function.
# Expect: no-kernel
from numba import cuda


def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = a[i] + b[i]

# add: two arrays into a third, element by element.
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = a[i] + b[i]

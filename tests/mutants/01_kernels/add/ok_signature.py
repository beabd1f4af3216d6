# The types in the decorator.
# Expect: passed
from numba import cuda


@cuda.jit('void(float32[:], float32[:], float32[:], int32)')
def add(out, a, b, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        out[i] = a[i] + b[i]

# A grid-stride loop: the steps are those of the whole grid.
# Expect: passed
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    i = cuda.grid(1)
    step = cuda.gridsize(1)
    while i < n:
        out[i] = x[i]
        i += step

# A grid-stride loop, and +=.
# Expect: passed
from numba import cuda


@cuda.jit
def saxpy(y, x, a, n):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] += a * x[i]

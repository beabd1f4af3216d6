# The loop with while.
# Expect: passed
from numba import cuda


@cuda.jit
def grid_stride(x, n):
    i = cuda.grid(1)
    while i < n:
        x[i] *= x[i]
        i += cuda.gridDim.x * cuda.blockDim.x

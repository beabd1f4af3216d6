# Mistake: steps of a block, so that blocks meet.
# Expect: data-race data-race-global
from numba import cuda


@cuda.jit
def grid_stride(x, n):
    for i in range(cuda.grid(1), n, cuda.blockDim.x):
        x[i] = x[i] * x[i]

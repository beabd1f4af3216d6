# Mistake: goes one element too far.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def grid_stride(x, n):
    for i in range(cuda.grid(1), n + 1, cuda.gridsize(1)):
        x[i] = x[i] * x[i]  # <-- here

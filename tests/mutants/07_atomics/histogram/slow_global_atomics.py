# Right, but every byte is an atomic on global memory.
# Expect: too-slow global_atomic_sectors
from numba import cuda


@cuda.jit
def histogram(bins, x, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        cuda.atomic.add(bins, x[i], 1)  # <-- here

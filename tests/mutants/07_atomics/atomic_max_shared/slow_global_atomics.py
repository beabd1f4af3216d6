# Right, but an atomic in global memory for each element.
# Expect: too-slow global_atomic_requests
from numba import cuda, int32


@cuda.jit
def atomic_max_shared(best, x, n):
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        cuda.atomic.max(best, 0, x[i])

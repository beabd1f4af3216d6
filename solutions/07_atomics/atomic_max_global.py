# cuda.atomic.max(array, index, value) reads, compares and writes in one step. A plain "if x[i] > best[0]" before
# it looks like a saving, but that read races with the other threads' atomics.
from numba import cuda


@cuda.jit
def atomic_max_global(best, x, n):
    i = cuda.grid(1)
    if i < n:
        cuda.atomic.max(best, 0, x[i])

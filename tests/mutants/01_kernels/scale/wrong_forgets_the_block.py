# Mistake: every block works on the first elements.
# Expect: data-race
from numba import cuda


@cuda.jit
def scale(x, a, n):
    i = cuda.threadIdx.x
    if i < n:
        x[i] *= a

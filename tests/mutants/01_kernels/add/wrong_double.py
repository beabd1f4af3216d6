# Mistake: a signature of other types than the exercise passes.
# Expect: no-kernel
from numba import cuda


@cuda.jit('void(float64[:], float64[:], float64[:], int32)')
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = a[i] + b[i]

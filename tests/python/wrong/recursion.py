# says: no stack left.*does the recursion end
# line: 9
import numpy as np
from numba import cuda


@cuda.jit('int64(int64)', device=True)
def factorial(n):
    return n * factorial(n - 1) if n != 0 else 1


@cuda.jit
def run(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = factorial(i - 1)


run[1, 32](np.zeros(5, np.int64))

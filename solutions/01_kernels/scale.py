# In place, and yet no thread has to wait: element i belongs to thread i alone, which reads it and writes it.
#
# a is a float32, as x is. With a number of Python's own, as in x[i] * 2.5, Numba computes in float64, which on
# most GPUs is many times slower: write float32(2.5).
from numba import cuda


@cuda.jit
def scale(x, a, n):
    i = cuda.grid(1)
    if i < n:
        x[i] *= a

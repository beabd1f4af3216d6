# Mistake: NumPy computes it.
# Expect: rule-broken kernels
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def round_trip(x, y, n):
    y[:] = x * x

# Mistake: passes the arrays of the host, which Numba copies there and back, both of them.
# Expect: rule-broken operations
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def round_trip(x, y, n):
    square[(n + 255) // 256, 256](y, x)

# One array on the device is enough.
# Expect: passed
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def round_trip(x, y, n):
    d = cuda.to_device(x)
    square.forall(n)(d, d)
    cuda.synchronize()
    d.copy_to_host(y)

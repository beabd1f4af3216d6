"""neighbours.py - a function of the device in a file of its own, for wrong/module.py."""
from numba import cuda


@cuda.jit(device=True)
def right_of(x, i):
    return x[i + 1]

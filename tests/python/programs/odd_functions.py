# odd_functions.py - kernels and functions whose own lines are no function: lambdas in an expression, a body that is only a docstring.
import numpy as np
from numba import cuda


@cuda.jit
def nothing(x):
    """Does nothing."""


def fill(body):
    inner = cuda.jit(device=True)(body)

    @cuda.jit
    def kernel(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = inner(i)
    return kernel


x = cuda.to_device(np.zeros(64, np.int64))
nothing[1, 1](x)
fill(lambda i: i * i)[2, 32](x)
print(x.copy_to_host().sum())
total = cuda.reduce(lambda a, b: a + b)
print(total(x))

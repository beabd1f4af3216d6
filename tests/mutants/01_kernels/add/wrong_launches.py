# Mistake: a launch of its own, outside of a function.
# Expect: compile-error
import numpy as np


from numba import cuda


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = a[i] + b[i]


x = np.ones(8, np.float32)
add[1, 8](x, x, x, 8)  # <-- here

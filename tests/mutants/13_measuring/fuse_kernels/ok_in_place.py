# One array on the device is enough: each element is read and written by one thread.
# Expect: passed
import numpy as np
from numba import cuda, float32


@cuda.jit
def refine_all(y, x, scale, shift):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        a = v * scale + shift
        b = a / (float32(1) + abs(a))
        y[i] = (b + v) * float32(0.5)


def refine(y, x, scale, shift, n):
    d = cuda.to_device(x)
    refine_all[(n + 255) // 256, 256](d, d, np.float32(scale), np.float32(shift))
    d.copy_to_host(y)

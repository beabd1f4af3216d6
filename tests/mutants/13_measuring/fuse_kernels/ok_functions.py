# The three formulas as device functions, so that each keeps its name.
# Expect: passed
import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def scale_shift(x, scale, shift):
    return x * scale + shift


@cuda.jit(device=True)
def squash(a):
    return a / (float32(1) + abs(a))


@cuda.jit
def refine_all(y, x, scale, shift):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = (squash(scale_shift(x[i], scale, shift)) + x[i]) * float32(0.5)


def refine(y, x, scale, shift, n):
    d_x, d_y = cuda.to_device(x), cuda.device_array(n, np.float32)
    refine_all[(n + 255) // 256, 256](d_y, d_x, np.float32(scale), np.float32(shift))
    d_y.copy_to_host(y)

# Mistake: the kernel has no guard.
# Expect: memory-error out-of-bounds
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    y[i] = x[i] * x[i]  # <-- here


def round_trip(x, y, n):
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x)
    d_y.copy_to_host(y)

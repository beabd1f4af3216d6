# Mistake: a kernel that Numba cannot compile is only met at its launch.
# Expect: host-crash crash
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x  # <-- here


def round_trip(x, y, n):
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x)
    d_y.copy_to_host(y)

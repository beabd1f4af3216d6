# Mistake: NumPy computes the squares; the kernel runs for show.
# Expect: rule-broken needs_kernels
import numpy as np
from numba import cuda


@cuda.jit
def square(y, x, n):
    i = cuda.grid(1)
    if i < n:
        y[i] = x[i] * x[i]


def round_trip(x, y, n):
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x, n)
    d_y.copy_to_host(y)
    y[:] = x * x

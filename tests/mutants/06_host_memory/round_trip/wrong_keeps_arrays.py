# Mistake: a list of the module keeps every array.
# Expect: rule-broken no_leaks
import numpy as np
from numba import cuda


kept = []


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def round_trip(x, y, n):
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x)
    d_y.copy_to_host(y)
    kept.append(d_x)

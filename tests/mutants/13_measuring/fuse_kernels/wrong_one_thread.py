# Mistake: a single thread does everything.
# Expect: rule-broken working_blocks
import numpy as np
from numba import cuda, float32


@cuda.jit
def refine_all(y, x, scale, shift):
    for i in range(x.size):
        v = x[i]
        a = v * scale + shift
        b = a / (float32(1) + abs(a))
        y[i] = (b + v) * float32(0.5)


def refine(y, x, scale, shift, n):
    d_x, d_y = cuda.to_device(x), cuda.device_array(n, np.float32)
    refine_all[1, 1](d_y, d_x, np.float32(scale), np.float32(shift))
    d_y.copy_to_host(y)

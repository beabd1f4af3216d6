# Mistake: fused, but the arrays in between are still allocated.
# Expect: rule-broken memory
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
    d_x = cuda.to_device(x)
    d_a, d_b, d_y = (cuda.device_array(n, np.float32) for _ in range(3))
    refine_all[(n + 255) // 256, 256](d_y, d_x, np.float32(scale), np.float32(shift))
    d_y.copy_to_host(y)

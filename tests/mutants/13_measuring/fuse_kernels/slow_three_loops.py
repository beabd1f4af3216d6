# One launch, but the kernel still makes three passes through memory.
# Expect: too-slow traffic
import numpy as np
from numba import cuda, float32


@cuda.jit
def refine_all(y, x, scale, shift):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * scale + shift
    cuda.threadfence()
    if i < x.size:
        y[i] = y[i] / (float32(1) + abs(y[i]))
    cuda.threadfence()
    if i < x.size:
        y[i] = (y[i] + x[i]) * float32(0.5)


def refine(y, x, scale, shift, n):
    d_x, d_y = cuda.to_device(x), cuda.device_array(n, np.float32)
    refine_all[(n + 255) // 256, 256](d_y, d_x, np.float32(scale), np.float32(shift))
    d_y.copy_to_host(y)

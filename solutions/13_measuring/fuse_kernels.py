# One kernel, one load and one store for each element. What was in two arrays between the three kernels is in two registers now.
# Two arrays move instead of seven, so it takes about two sevenths of the time, and there are two launches fewer.
#
# cupy.fuse, torch.compile and jax.jit do this to a line such as ((x * scale + shift) ...). Numba never fuses kernels: you have to
# write one kernel yourself. With @vectorize it would be one kernel as well, and shorter.
#
# float32(1) and float32(0.5): a plain number in Python is a float64, and would make the arithmetic float64.
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
    d_x, d_y = cuda.to_device(x), cuda.device_array(n, np.float32)
    refine_all[(n + 255) // 256, 256](d_y, d_x, np.float32(scale), np.float32(shift))
    d_y.copy_to_host(y)

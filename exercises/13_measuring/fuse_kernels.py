# fuse_kernels: three kernels, seven arrays through memory. Right, but slow.
#
#   y             n numbers (float32), to write
#   x             n numbers (float32), read only
#   scale, shift  two numbers
import numpy as np
from numba import cuda, float32


@cuda.jit
def scale_shift(a, x, scale, shift):
    i = cuda.grid(1)
    if i < x.size:
        a[i] = x[i] * scale + shift


@cuda.jit
def squash(b, a):
    i = cuda.grid(1)
    if i < a.size:
        b[i] = a[i] / (float32(1) + abs(a[i]))


@cuda.jit
def blend(y, b, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = (b[i] + x[i]) * float32(0.5)


def refine(y, x, scale, shift, n):
    blocks = (n + 255) // 256
    d_x = cuda.to_device(x)
    d_a, d_b, d_y = (cuda.device_array(n, np.float32) for _ in range(3))

    # YOUR CODE HERE: one kernel
    scale_shift[blocks, 256](d_a, d_x, np.float32(scale), np.float32(shift))
    squash[blocks, 256](d_b, d_a)
    blend[blocks, 256](d_y, d_b, d_x)
    d_y.copy_to_host(y)

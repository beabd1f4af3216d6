# Mistake: only two of the three are fused.
# Expect: rule-broken kernels
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


@cuda.jit
def first_two(b, x, scale, shift):
    i = cuda.grid(1)
    if i < x.size:
        a = x[i] * scale + shift
        b[i] = a / (float32(1) + abs(a))


def refine(y, x, scale, shift, n):
    blocks = (n + 255) // 256
    d_x, d_b = cuda.to_device(x), cuda.device_array(n, np.float32)
    first_two[blocks, 256](d_b, d_x, np.float32(scale), np.float32(shift))
    blend[blocks, 256](d_b, d_b, d_x)
    d_b.copy_to_host(y)

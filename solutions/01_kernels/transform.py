# A function of one element. Numba makes two things of it: the kernel around it, with the index and the guard, and a ufunc
# that copies arrays to the device, launches the kernel, and broadcasts: transform(x, 1, b) works with a number as well.
#
# The signature says float32: without it, or with float64 in it, Python's 64-bit numbers would slow down most GPUs.
import math
from numba import vectorize


@vectorize(['float32(float32, float32, float32)'], target='cuda')
def transform(x, a, b):
    c = math.cos(x)
    s = math.sin(x)
    return a * c * c + b * s * s

# Another function of the device.
# Expect: passed
import math
from numba import cuda, vectorize


@cuda.jit(device=True)
def square(x):
    return x * x


@vectorize(['float32(float32, float32, float32)'], target='cuda')
def transform(x, a, b):
    return a * square(math.cos(x)) + b * square(math.sin(x))

# The operator, and two signatures.
# Expect: passed
import math
from numba import vectorize


@vectorize(['float64(float64, float64, float64)', 'float32(float32, float32, float32)'], target='cuda')
def transform(angle, one, two):
    return one * math.cos(angle) ** 2 + two * math.sin(angle) ** 2

# Mistake: nothing is squared.
# Expect: wrong-answer
import math
from numba import vectorize


@vectorize(['float32(float32, float32, float32)'], target='cuda')
def transform(x, a, b):
    return a * math.cos(x) + b * math.sin(x)

# Mistake: the weights are swapped.
# Expect: wrong-answer
import math
from numba import vectorize


@vectorize(['float32(float32, float32, float32)'], target='cuda')
def transform(x, a, b):
    return b * math.cos(x) ** 2 + a * math.sin(x) ** 2

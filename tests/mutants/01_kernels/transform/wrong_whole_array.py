# Mistake: the function works on elements; x has no size.
# Expect: compile-error error
import math
from numba import vectorize


@vectorize(['float32(float32, float32, float32)'], target='cuda')
def transform(x, a, b):
    if x.size > 0:  # <-- here
        return a * math.cos(x) ** 2 + b * math.sin(x) ** 2
    return x

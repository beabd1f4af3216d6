# Mistake: ^ is exclusive or, in Python too.
# Expect: compile-error error
import math
from numba import vectorize


@vectorize(['float32(float32, float32, float32)'], target='cuda')
def transform(x, a, b):
    return a * math.cos(x) ^ 2 + b * math.sin(x) ^ 2  # <-- here

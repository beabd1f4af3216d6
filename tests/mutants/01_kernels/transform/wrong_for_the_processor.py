# Mistake: without target='cuda' the ufunc is one for the processor.
# Expect: no-kernel error
import math
from numba import vectorize


@vectorize(['float32(float32, float32, float32)'])
def transform(x, a, b):
    return a * math.cos(x) ** 2 + b * math.sin(x) ** 2

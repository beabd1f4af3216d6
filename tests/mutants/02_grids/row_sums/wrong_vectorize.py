# Mistake: vectorize is for single elements.
# Expect: no-kernel error
from numba import vectorize


@vectorize(['float32(float32)'], target='cuda')
def row_sums(x):
    return x

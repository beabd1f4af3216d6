# A loop over the elements themselves; other names, another letter.
# Expect: passed
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:])'], '(m)->()', target='cuda')
def row_sums(numbers, total):
    s = float32(0)
    for v in numbers:
        s += v
    total[0] = s

# Mistake: the function returns the sum.
# Expect: wrong-answer
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sums(row, out):
    total = float32(0)
    for v in row:
        total += v
    return

# Mistake: a layout of two rows.
# Expect: no-kernel error
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:], float32[:])'], '(n),(n)->()', target='cuda')
def row_sums(row, other, out):
    out[0] = row[0]

# In whole steps of two, and what is left.
# Expect: passed
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sums(row, out):
    a = float32(0)
    b = float32(0)
    for k in range(0, row.size - 1, 2):
        a += row[k]
        b += row[k + 1]
    if row.size % 2:
        a += row[row.size - 1]
    out[0] = a + b

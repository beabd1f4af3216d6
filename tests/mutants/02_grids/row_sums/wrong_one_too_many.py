# Mistake: the loop takes one element too many.
# Expect: memory-error out-of-bounds
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sums(row, out):
    total = float32(0)
    for k in range(row.shape[0] + 1):
        total += row[k]  # <-- here
    out[0] = total

# Mistake: adds to what the output held before.
# Expect: memory-error uninitialised-read
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sums(row, out):
    for k in range(row.shape[0]):
        out[0] += row[k]  # <-- here

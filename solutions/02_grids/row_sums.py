# The loop over one row. What is around it, a thread for each row and a guard for the threads to spare, is Numba's.
#
# The sum starts as a float32: a plain 0 would be a whole number of 64 bits, and the sum a float64.
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sums(row, out):
    total = float32(0)
    for k in range(row.shape[0]):
        total += row[k]
    out[0] = total

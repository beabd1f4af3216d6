# One thread for each row. The loop's bounds come from the data, so the lanes of a warp leave it at different times, and
# the warp stays until its longest row is done.
#
# And the loads are not coalesced: neighbouring lanes are in different rows. For rows of a few elements that is no
# tragedy; for long rows take a warp for each: spmv_warp.
#
# The sum begins as float32(0): a plain 0 would make it a double.
from numba import cuda, float32


@cuda.jit
def spmv_rows(y, row, col, value, x, n):
    i = cuda.grid(1)
    if i < n:
        total = float32(0)
        for k in range(row[i], row[i + 1]):
            total += value[k] * x[col[k]]
        y[i] = total

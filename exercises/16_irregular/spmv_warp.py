# spmv_warp: y = A x as in spmv_rows, with a warp for each row.
#
#   y      n sums (float32)
#   row    n + 1 offsets (int32): row i has the elements row[i] to row[i + 1] - 1
#   col    the column of each element (int32)
#   value  the elements (float32)
#   x      the vector (float32)
#
# The launch: blocks of 256 threads, which are eight warps, and enough of them for n rows.
from numba import cuda, float32


@cuda.jit
def spmv_warp(y, row, col, value, x, n):
    i = cuda.grid(1) // 32
    lane = cuda.threadIdx.x % 32

    # YOUR CODE HERE: the lanes go through row i, and add their sums

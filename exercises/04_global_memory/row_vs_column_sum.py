# row_vs_column_sum: the sum of each row and of each column of a matrix.
#
#   rows  h whole numbers (int32), the sum of each row
#   cols  w whole numbers (int32), the sum of each column
#   x     h rows of w whole numbers (int32): x[r, c]
#
# The launch: blocks of 256 threads; at least w threads, and at least h warps.
from numba import cuda, int32


# The sum of v (int32) over the 32 threads of the warp, for each of them. All 32 must call it.
@cuda.jit(device=True)
def warp_sum(v):
    for k in range(5):
        v = int32(v + cuda.shfl_xor_sync(0xffffffff, v, 16 >> k))
    return v


@cuda.jit
def row_vs_column_sum(rows, cols, x, h, w):
    t = cuda.grid(1)

    # YOUR CODE HERE: thread t sums column t, warp t // 32 sums row t // 32

# row_sums: the sum of each row of a matrix, by a function of one row.
#
#   row   one row (an array of float32), read only
#   out   out[0] is its sum, to write
#
# row_sums(matrix) would be an array of as many sums as the matrix has rows.
from numba import float32, guvectorize


@guvectorize(['void(float32[:], float32[:])'], '(n)->()', target='cuda')
def row_sums(row, out):
    # YOUR CODE HERE
    pass

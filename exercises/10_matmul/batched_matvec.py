# batched_matvec: many small products of a matrix and a vector, in one launch.
#
#   y   count vectors of m numbers (float32): y[pair, row]
#   a   count matrices of m rows of n numbers: a[pair, row, col]
#   x   count vectors of n numbers: x[pair, col]
#
# Launch: blocks of 32 x 8 threads, one for each 8 rows; cuda.blockIdx.y is the number of the pair.
# cuda.shfl_down_sync(0xffffffff, value, d) is the value of the lane that is d lanes further.
from numba import cuda, float32


@cuda.jit
def batched_matvec(y, a, x, m, n, count):
    # YOUR CODE HERE
    pass

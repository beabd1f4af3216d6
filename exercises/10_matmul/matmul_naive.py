# matmul_naive: the product of two matrices, with one thread for each element of the result.
#
#   c   m rows of n numbers (float32): c[row, col]
#   a   m rows of k numbers
#   b   k rows of n numbers
#
# Launch: blocks of 16 x 16 threads, x for columns and y for rows.
from numba import cuda, float32


@cuda.jit
def matmul_naive(c, a, b, m, n, k):
    # YOUR CODE HERE
    pass

# matmul_tiled: the product of two matrices, with tiles in shared memory.
#
#   c   m rows of n numbers (float32): c[row, col]
#   a   m rows of k numbers
#   b   k rows of n numbers
#
# Launch: blocks of 32 x 32 threads, one for each 32 x 32 elements of c. m, n and k are multiples of 32.
from numba import cuda, float32


SIDE = 32


@cuda.jit
def matmul_tiled(c, a, b, m, n, k):
    ta = cuda.shared.array((SIDE, SIDE), float32)
    tb = cuda.shared.array((SIDE, SIDE), float32)

    # YOUR CODE HERE: for each pair of tiles: load, wait, add products, wait

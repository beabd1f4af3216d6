# Right, but without tiles.
# Expect: too-slow global_sectors
from numba import cuda, float32


@cuda.jit
def matmul_tiled(c, a, b, m, n, k):
    col, row = cuda.grid(2)
    total = float32(0)
    for i in range(k):
        total += a[row, i] * b[i, col]
    c[row, col] = total

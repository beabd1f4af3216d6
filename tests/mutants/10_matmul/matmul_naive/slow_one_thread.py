# Right, but one thread computes the whole product.
# Expect: too-slow active_lanes
from numba import cuda, float32


@cuda.jit
def matmul_naive(c, a, b, m, n, k):
    col, row = cuda.grid(2)
    if row == 0 and col == 0:
        for r in range(m):
            for s in range(n):
                total = float32(0)
                for i in range(k):
                    total += a[r, i] * b[i, s]
                c[r, s] = total

# Mistake: reads the tiles before they are full.
# Expect: data-race data-race-shared
from numba import cuda, float32


@cuda.jit
def matmul_tiled(c, a, b, m, n, k):
    ta = cuda.shared.array((32, 32), float32)
    tb = cuda.shared.array((32, 32), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    total = float32(0)
    for t in range(0, k, 32):
        ta[ty, tx] = a[row, t + tx]
        tb[ty, tx] = b[t + ty, col]
        for i in range(32):
            total += ta[ty, i] * tb[i, tx]
        cuda.syncthreads()
    c[row, col] = total

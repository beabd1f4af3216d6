# Mistake: multiplies the first tiles only.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def matmul_tiled(c, a, b, m, n, k):
    ta = cuda.shared.array((32, 32), float32)
    tb = cuda.shared.array((32, 32), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    ta[ty, tx] = a[row, tx]
    tb[ty, tx] = b[ty, col]
    cuda.syncthreads()
    total = float32(0)
    for i in range(32):
        total += ta[ty, i] * tb[i, tx]
    c[row, col] = total

# Two pairs of tiles take turns: one barrier for each step.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def matmul_tiled(c, a, b, m, n, k):
    tiles_a = cuda.shared.array((2, 32, 32), float32)
    tiles_b = cuda.shared.array((2, 32, 32), float32)
    j = cuda.threadIdx.x
    i = cuda.threadIdx.y
    gx, gy = cuda.grid(2)
    value = float32(0.0)
    for step in range(k // 32):
        which = step % 2
        tiles_a[which, i, j] = a[gy, 32 * step + j]
        tiles_b[which, i, j] = b[32 * step + i, gx]
        cuda.syncthreads()
        for inner in range(0, 32, 4):
            value += tiles_a[which, i, inner] * tiles_b[which, inner, j]
            value += tiles_a[which, i, inner + 1] * tiles_b[which, inner + 1, j]
            value += tiles_a[which, i, inner + 2] * tiles_b[which, inner + 2, j]
            value += tiles_a[which, i, inner + 3] * tiles_b[which, inner + 3, j]
    c[gy, gx] = value

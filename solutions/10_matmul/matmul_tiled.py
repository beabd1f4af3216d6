# Each element comes from global memory once for each block that needs it, and 32 threads use it. Both tiles are
# loaded along rows, tx being the column. The first barrier makes the reads wait until the tiles are full, the
# second makes the next stores wait until all reads are done.
from numba import cuda, float32


SIDE = 32


@cuda.jit
def matmul_tiled(c, a, b, m, n, k):
    ta = cuda.shared.array((SIDE, SIDE), float32)
    tb = cuda.shared.array((SIDE, SIDE), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)

    total = float32(0)
    for t in range(0, k, SIDE):
        ta[ty, tx] = a[row, t + tx]
        tb[ty, tx] = b[t + ty, col]
        cuda.syncthreads()
        for i in range(SIDE):
            total += ta[ty, i] * tb[i, tx]
        cuda.syncthreads()
    c[row, col] = total

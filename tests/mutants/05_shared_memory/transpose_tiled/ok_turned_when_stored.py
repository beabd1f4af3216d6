# Turned on the way into the tile: there the columns are written, and rows are read.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def transpose_tiled(out, x, w, h):
    tile = cuda.shared.array(shape=(64, 65), dtype=float32)
    for k in range(16):
        c, r = cuda.threadIdx.x + 32 * (k % 2), cuda.threadIdx.y + 8 * (k // 2)
        col, row = cuda.blockIdx.x * 64 + c, cuda.blockIdx.y * 64 + r
        if col < w and row < h:
            tile[c, r] = x[row, col]
    cuda.syncthreads()
    for k in range(16):
        c, r = cuda.threadIdx.x + 32 * (k % 2), cuda.threadIdx.y + 8 * (k // 2)
        col, row = cuda.blockIdx.y * 64 + c, cuda.blockIdx.x * 64 + r
        if col < h and row < w:
            out[row, col] = tile[r, c]

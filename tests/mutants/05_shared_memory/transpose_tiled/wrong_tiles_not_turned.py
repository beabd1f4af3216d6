# Mistake: turns each tile but leaves it in its place; in a tile that is cut off, that part was never loaded.
# Expect: memory-error uninitialised-read
from numba import cuda, float32


@cuda.jit
def transpose_tiled(out, x, w, h):
    tile = cuda.shared.array((64, 65), float32)
    left, top = cuda.blockIdx.x * 64, cuda.blockIdx.y * 64
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    for r in range(ty, 64, 8):
        for c in range(tx, 64, 32):
            if top + r < h and left + c < w:
                tile[r, c] = x[top + r, left + c]
    cuda.syncthreads()
    for r in range(ty, 64, 8):
        for c in range(tx, 64, 32):
            if top + r < w and left + c < h:
                out[top + r, left + c] = tile[c, r]  # <-- here

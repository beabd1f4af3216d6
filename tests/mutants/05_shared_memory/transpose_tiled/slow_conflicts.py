# Right, but a column of the tile lies in one bank: rows of 64 floats.
# Expect: too-slow bank_conflict_factor
from numba import cuda, float32


@cuda.jit
def transpose_tiled(out, x, w, h):
    tile = cuda.shared.array((64, 64), float32)
    left, top = cuda.blockIdx.x * 64, cuda.blockIdx.y * 64
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y

    for r in range(ty, 64, 8):
        for c in range(tx, 64, 32):
            if top + r < h and left + c < w:
                tile[r, c] = x[top + r, left + c]
    cuda.syncthreads()
    for c in range(ty, 64, 8):
        for r in range(tx, 64, 32):
            if top + r < h and left + c < w:
                out[left + c, top + r] = tile[r, c]  # <-- here

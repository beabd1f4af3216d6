# Right, but without a tile: the loads are in order, and each store touches 32 sectors.
# Expect: too-slow traffic
from numba import cuda


@cuda.jit
def transpose_tiled(out, x, w, h):
    left, top = cuda.blockIdx.x * 64, cuda.blockIdx.y * 64
    for r in range(top + cuda.threadIdx.y, min(top + 64, h), 8):
        for c in range(left + cuda.threadIdx.x, min(left + 64, w), 32):
            out[c, r] = x[r, c]  # <-- here

# In both halves tx runs along a row in global memory, so every load and every store of a warp accesses 32 neighbours: 4
# sectors. Only the tile is read across, and shared memory has no sectors.
#
# It has banks, though. With rows of 64 floats the elements of a column would be 64 words apart, all in one bank: 32
# passes for one read. With 65, each row starts one bank further on, and a column is spread over 32 banks.
#
# x.T costs nothing in NumPy and CuPy: it is another view of the same memory. `cupy.ascontiguousarray(x.T)` moves the
# elements, with a kernel like this one.
from numba import cuda, float32


@cuda.jit
def transpose_tiled(out, x, w, h):
    tile = cuda.shared.array((64, 65), float32)
    left = cuda.blockIdx.x * 64
    top = cuda.blockIdx.y * 64
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y

    for r in range(ty, 64, 8):
        for c in range(tx, 64, 32):
            if top + r < h and left + c < w:
                tile[r, c] = x[top + r, left + c]
    cuda.syncthreads()
    for c in range(ty, 64, 8):
        for r in range(tx, 64, 32):
            if top + r < h and left + c < w:
                out[left + c, top + r] = tile[r, c]

# Mistake: no barrier.
# Expect: data-race data-race-shared
from numba import cuda, uint8


@cuda.jit
def smooth(out, x, w, h):
    tile = cuda.shared.array((10, 34), uint8)
    left, top = cuda.blockIdx.x * 32, cuda.blockIdx.y * 8
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    for p in range(ty * 32 + tx, 340, 256):
        row, col = p // 34, p % 34
        tile[row, col] = x[min(max(top - 1 + row, 0), h - 1), min(max(left - 1 + col, 0), w - 1)]
    if left + tx < w and top + ty < h:
        total = 0
        for row in range(ty, ty + 3):
            for col in range(tx, tx + 3):
                total += tile[row, col]
        out[top + ty, left + tx] = total // 9

# The block's pixels and the halo are one rectangle of 10 x 34, and the loop fills it as such: the four sides and
# four corners need no cases of their own. At the image's borders, min and max clamp the index to the image. The
# sum is one of Numba's 64-bit integers, so 9 * 255 fits.
from numba import cuda, uint8

WIDE, HIGH = 32, 8
TILE = (10, 34)  # HIGH + 2, WIDE + 2: a shape is a constant


@cuda.jit
def smooth(out, x, w, h):
    tile = cuda.shared.array(TILE, uint8)
    left, top = cuda.blockIdx.x * WIDE, cuda.blockIdx.y * HIGH
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y

    for p in range(ty * WIDE + tx, (HIGH + 2) * (WIDE + 2), WIDE * HIGH):
        row, col = p // (WIDE + 2), p % (WIDE + 2)
        tile[row, col] = x[min(max(top - 1 + row, 0), h - 1), min(max(left - 1 + col, 0), w - 1)]
    cuda.syncthreads()

    if left + tx < w and top + ty < h:
        total = 0
        for row in range(ty, ty + 3):
            for col in range(tx, tx + 3):
                total += tile[row, col]
        out[top + ty, left + tx] = total // 9

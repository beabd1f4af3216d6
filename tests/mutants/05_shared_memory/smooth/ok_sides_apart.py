# Every thread loads its own pixel; those at the tile's sides load the halo beside them.
# Expect: passed
from numba import cuda, uint8


@cuda.jit(device=True)
def pixel(x, r, c, w, h):
    if r < 0:
        r = 0
    if c < 0:
        c = 0
    return x[h - 1 if r >= h else r, w - 1 if c >= w else c]


@cuda.jit
def smooth(out, x, w, h):
    near = cuda.shared.array((10, 34), uint8)
    c, r = cuda.grid(2)
    j, i = cuda.threadIdx.x + 1, cuda.threadIdx.y + 1
    near[i, j] = pixel(x, r, c, w, h)
    if i == 1:
        near[0, j] = pixel(x, r - 1, c, w, h)
    if i == 8:
        near[9, j] = pixel(x, r + 1, c, w, h)
    if j == 1:
        near[i, 0] = pixel(x, r, c - 1, w, h)
        if i == 1:
            near[0, 0] = pixel(x, r - 1, c - 1, w, h)
        if i == 8:
            near[9, 0] = pixel(x, r + 1, c - 1, w, h)
    if j == 32:
        near[i, 33] = pixel(x, r, c + 1, w, h)
        if i == 1:
            near[0, 33] = pixel(x, r - 1, c + 1, w, h)
        if i == 8:
            near[9, 33] = pixel(x, r + 1, c + 1, w, h)
    cuda.syncthreads()
    if c >= w or r >= h:
        return
    above = near[i - 1, j - 1] + near[i - 1, j] + near[i - 1, j + 1]
    beside = near[i, j - 1] + near[i, j] + near[i, j + 1]
    below = near[i + 1, j - 1] + near[i + 1, j] + near[i + 1, j + 1]
    out[r, c] = (above + beside + below) // 9

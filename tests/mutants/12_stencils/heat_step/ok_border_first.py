# Every thread keeps the old value, unless its point lies inside; the index is one number.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def heat_step(out, old, source, w, h):
    c = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    r = cuda.threadIdx.y + cuda.blockIdx.y * cuda.blockDim.y
    if c < w and r < h:
        value = old[r, c]
        if 0 < r < h - 1 and 0 < c < w - 1:
            vertical = old[r + 1, c] + old[r - 1, c]
            horizontal = old[r, c + 1] + old[r, c - 1]
            value = (source[r, c] + vertical + horizontal) / float32(4)
        out[r, c] = value

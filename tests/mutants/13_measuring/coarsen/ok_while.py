# A loop that ends with the image.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def coarsen(out, x, w, h):
    col, first = cuda.grid(1), cuda.blockIdx.y * 8
    if col >= w:
        return
    a, b = x[max(first - 2, 0), col], x[max(first - 1, 0), col]
    c, d = x[first, col], x[min(first + 1, h - 1), col]
    r, last = first, min(first + 8, h)
    while r < last:
        e = x[min(r + 2, h - 1), col]
        out[r, col] = (a + 4 * (b + d) + 6 * c + e) / float32(16)
        a, b, c, d = b, c, d, e
        r += 1

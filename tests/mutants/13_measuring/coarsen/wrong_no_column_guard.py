# Mistake: threads beside the last column compute, too.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def coarsen(out, x, w, h):
    col, first = cuda.grid(1), cuda.blockIdx.y * 8
    a, b = x[max(first - 2, 0), min(col, w - 1)], x[max(first - 1, 0), min(col, w - 1)]
    c, d = x[first, min(col, w - 1)], x[min(first + 1, h - 1), min(col, w - 1)]
    for k in range(8):
        r = first + k
        if r < h:
            e = x[min(r + 2, h - 1), min(col, w - 1)]
            out[r, col] = (a + float32(4) * b + float32(6) * c + float32(4) * d + e) * float32(1 / 16)  # <-- here
            a, b, c, d = b, c, d, e

# Mistake: row -1 is the last one in Python, not the first.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def coarsen(out, x, w, h):
    col, first = cuda.grid(1), cuda.blockIdx.y * 8
    if col >= w:
        return
    a, b = x[first - 2, col] if h > 1 else x[0, col], x[first - 1, col]
    c, d = x[first, col], x[min(first + 1, h - 1), col]
    for k in range(8):
        r = first + k
        if r < h:
            e = x[min(r + 2, h - 1), col]
            out[r, col] = (a + float32(4) * b + float32(6) * c + float32(4) * d + e) * float32(1 / 16)
            a, b, c, d = b, c, d, e

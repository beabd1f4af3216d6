# A thread for each point, and three kinds of threads: those outside the plate leave, those on its border copy,
# those inside take the mean of their neighbours. A step reads `old` and writes `out`, never the same array.
from numba import cuda, float32


@cuda.jit
def heat_step(out, old, source, w, h):
    c, r = cuda.grid(2)
    if r >= h or c >= w:
        return
    if r == 0 or c == 0 or r == h - 1 or c == w - 1:
        out[r, c] = old[r, c]
    else:
        out[r, c] = float32(0.25) * (old[r, c - 1] + old[r, c + 1] + old[r - 1, c] + old[r + 1, c] + source[r, c])

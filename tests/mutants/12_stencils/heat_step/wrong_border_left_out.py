# Mistake: the border is not written.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def heat_step(out, old, source, w, h):
    c, r = cuda.grid(2)
    if 0 < r < h - 1 and 0 < c < w - 1:
        out[r, c] = float32(0.25) * (old[r, c - 1] + old[r, c + 1] + old[r - 1, c] + old[r + 1, c] + source[r, c])

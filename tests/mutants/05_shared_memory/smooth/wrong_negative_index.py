# Mistake: an index of -1 is the other end of the array in Python, not the nearest pixel.
# Expect: wrong-answer
from numba import cuda, uint8


@cuda.jit
def smooth(out, x, w, h):
    c, r = cuda.grid(2)
    if c < w and r < h:
        total = 0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                total += x[min(r + dr, h - 1), min(c + dc, w - 1)]
        out[r, c] = total // 9

# Mistake: adds bytes, which hold no more than 255.
# Expect: wrong-answer
from numba import cuda, uint8


@cuda.jit
def smooth(out, x, w, h):
    c, r = cuda.grid(2)
    if c < w and r < h:
        total = uint8(0)
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                total = uint8(total + x[min(max(r + dr, 0), h - 1), min(max(c + dc, 0), w - 1)])
        out[r, c] = total // 9

# No tile: nine loads for each pixel.
# Expect: too-slow global_requests
from numba import cuda, uint8


@cuda.jit
def smooth(out, x, w, h):
    c, r = cuda.grid(2)
    if c < w and r < h:
        total = 0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                total += x[min(max(r + dr, 0), h - 1), min(max(c + dc, 0), w - 1)]
        out[r, c] = total // 9

# Mistake: the first of cuda.grid(2) is taken for the row: two pixels meet in one place.
# Expect: data-race data-race-global
from numba import cuda


@cuda.jit
def mandelbrot(out, w, h, most):
    px, py = cuda.grid(2)
    cx = px * 12288 // w - 8192
    cy = py * 8192 // h - 4096
    x, y, steps = 0, 0, 0
    while steps < most:
        xx, yy = (x * x) >> 12, (y * y) >> 12
        if xx + yy > 4 * 4096:
            break
        x, y = xx - yy + cx, ((x * y) >> 11) + cy
        steps += 1
    if px < w and py < h:
        out[px, py] = steps  # <-- here

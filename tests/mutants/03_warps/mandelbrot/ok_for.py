# A for loop, and a function of its own for the point.
# Expect: passed
from numba import cuda


@cuda.jit(device=True)
def steps_of(cx, cy, most):
    x = y = 0
    for step in range(most):
        xx, yy = x * x >> 12, y * y >> 12
        if xx + yy > 16384:
            return step
        y = (x * y >> 11) + cy
        x = xx - yy + cx
    return most


@cuda.jit
def mandelbrot(out, w, h, most):
    px, py = cuda.grid(2)
    if px < w and py < h:
        out[py, px] = steps_of(px * 12288 // w - 8192, py * 8192 // h - 4096, most)

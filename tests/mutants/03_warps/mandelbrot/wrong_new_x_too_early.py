# Mistake: the new y is made of the new x.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def mandelbrot(out, w, h, most):
    px, py = cuda.grid(2)
    if px >= w or py >= h:
        return
    cx = px * 12288 // w - 8192
    cy = py * 8192 // h - 4096
    x, y, steps = 0, 0, 0
    while steps < most:
        xx, yy = (x * x) >> 12, (y * y) >> 12
        if xx + yy > 4 * 4096:
            break
        x = xx - yy + cx
        y = ((x * y) >> 11) + cy
        steps += 1
    out[py, px] = steps

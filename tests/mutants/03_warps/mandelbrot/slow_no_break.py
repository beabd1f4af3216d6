# Right, but every point makes all steps, and only stops counting.
# Expect: too-slow warp_instructions
from numba import cuda


@cuda.jit
def mandelbrot(out, w, h, most):
    px, py = cuda.grid(2)
    if px >= w or py >= h:
        return
    cx = px * 12288 // w - 8192
    cy = py * 8192 // h - 4096
    x, y, steps, inside = 0, 0, 0, True
    for step in range(most):
        xx, yy = (x * x) >> 12, (y * y) >> 12
        if xx + yy > 4 * 4096:
            inside = False
        x, y = xx - yy + cx, ((x * y) >> 11) + cy
        steps += inside
    out[py, px] = steps

# A warp goes on until the last of its 32 points has escaped, and lanes whose point is done wait. Neighbouring points need
# a similar number of steps, so little is lost, but at the border of the set some lanes wait long.
#
# px comes from the x parts: the threads of a warp store 32 neighbours of one row.
#
# Where one operand is int64, Numba computes with 64 bits: so nothing overflows here, and each product costs several
# instructions. A GPU has 32-bit units.
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
        x, y = xx - yy + cx, ((x * y) >> 11) + cy
        steps += 1
    out[py, px] = steps

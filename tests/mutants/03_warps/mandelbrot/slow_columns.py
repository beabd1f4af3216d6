# Right, but the threads of a warp have pixels below each other.
# Expect: too-slow traffic
from numba import cuda


@cuda.jit
def mandelbrot(out, w, h, most):
    t = cuda.threadIdx.y * 32 + cuda.threadIdx.x
    px, py = cuda.blockIdx.x * 32 + t // 8, cuda.blockIdx.y * 8 + t % 8
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
    out[py, px] = steps  # <-- here

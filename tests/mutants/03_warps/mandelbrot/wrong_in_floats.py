# Mistake: computes in floats, which draw another border.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def mandelbrot(out, w, h, most):
    px, py = cuda.grid(2)
    if px >= w or py >= h:
        return
    cx = float32(px) * float32(3) / float32(w) - float32(2)
    cy = float32(py) * float32(2) / float32(h) - float32(1)
    x, y, steps = float32(0), float32(0), 0
    while steps < most:
        xx, yy = x * x, y * y
        if xx + yy > float32(4):
            break
        y = float32(2) * x * y + cy
        x = xx - yy + cx
        steps += 1
    out[py, px] = steps

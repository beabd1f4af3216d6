# A thread adds its whole column in a register and stores one number. Nothing is shared, so there is no barrier and
# no atomic. float32(0.5) keeps the arithmetic in float32.
from numba import cuda, float32


@cuda.jit(device=True)
def f(x, y):
    return x * (y + float32(1))


@cuda.jit
def integration_2d(out, w, h, step):
    c = cuda.grid(1)
    if c >= w:
        return
    x = (float32(c) + float32(0.5)) * step
    total = float32(0)
    for r in range(h):
        total += f(x, (float32(r) + float32(0.5)) * step)
    out[c] = total * step * step

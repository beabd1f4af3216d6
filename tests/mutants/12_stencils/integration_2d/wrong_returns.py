# Mistake: returns the integral.
# Expect: compile-error
from numba import cuda, float32


@cuda.jit
def integration_2d(out, w, h, step):
    c = cuda.grid(1)
    total = 0.0
    if c < w:
        for r in range(h):
            total += (c + 0.5) * step * ((r + 0.5) * step + 1)
    return total * step * step

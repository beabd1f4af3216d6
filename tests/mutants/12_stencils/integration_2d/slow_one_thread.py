# Right, but one thread has all columns.
# Expect: too-slow active_lanes
from numba import cuda, float32


@cuda.jit
def integration_2d(out, w, h, step):
    if cuda.grid(1) == 0:
        for c in range(w):
            total = 0.0
            for r in range(h):
                total += (c + 0.5) * step * ((r + 0.5) * step + 1)
            out[c] = total * step * step

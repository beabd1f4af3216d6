# Right, but one thread has all points.
# Expect: too-slow active_lanes
from numba import cuda, float32


@cuda.jit
def heat_step(out, old, source, w, h):
    c, r = cuda.grid(2)
    if c > 0 or r > 0:
        return
    for r in range(h):
        for c in range(w):
            if r == 0 or c == 0 or r == h - 1 or c == w - 1:
                out[r, c] = old[r, c]
            else:
                out[r, c] = (old[r, c - 1] + old[r, c + 1] + old[r - 1, c] + old[r + 1, c] + source[r, c]) / 4

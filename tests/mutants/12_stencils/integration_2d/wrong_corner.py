# Mistake: at the corners of the cells, not in their middles.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def integration_2d(out, w, h, step):
    c = cuda.grid(1)
    if c < w:
        total = 0.0
        for r in range(h):
            total += c * step * (r * step + 1)
        out[c] = total * step * step

# In float64, as Python counts.
# Expect: passed
from numba import cuda, float32


@cuda.jit
def integration_2d(out, w, h, step):
    for c in range(cuda.grid(1), w, cuda.gridsize(1)):
        total = 0.0
        for r in range(h):
            total += (c + 0.5) * step * ((r + 0.5) * step + 1)
        out[c] = total * step * step

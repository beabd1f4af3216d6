# Mistake: no guard.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def integration_2d(out, w, h, step):
    c = cuda.grid(1)
    total = 0.0
    for r in range(h):
        total += (c + 0.5) * step * ((r + 0.5) * step + 1)
    out[c] = total * step * step  # <-- here

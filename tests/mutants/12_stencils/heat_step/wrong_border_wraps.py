# Mistake: no border: index -1 is the other end, and the right border leaves the plate.
# Expect: memory-error out-of-bounds
from numba import cuda, float32


@cuda.jit
def heat_step(out, old, source, w, h):
    c, r = cuda.grid(2)
    if r < h and c < w:
        out[r, c] = float32(0.25) * (old[r, c - 1] + old[r, c + 1] + old[r - 1, c] + old[r + 1, c] + source[r, c])

# Mistake: float32(0) makes the sum a float32 at its first assignment, but the exercise's numbers are float64.
# Expect: wrong-answer
from numba import cuda, float32


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    if c >= w:
        return
    total = float32(0)
    lost = float32(0)
    for r in range(h):
        term = float32(x[r, c] - lost)
        following = float32(total + term)
        lost = (following - total) - term
        total = following
    out[c] = total

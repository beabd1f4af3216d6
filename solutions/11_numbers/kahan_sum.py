# The sum grows and the terms do not, so the last bits of each term fall off the end of the sum. They are not gone:
# following - total is the part of the term that has arrived, exactly, and the difference from the term is what fell off. The
# next term takes it along.
#
# 0.0 is a float64, and so is everything here.
#
# In algebra (following - total) - term is 0, and a compiler that uses the rules of algebra would leave it out. On the
# CPU, @njit(fastmath=True) permits just that, and turns this into a plain loop. @cuda.jit(fastmath=True) does not: it takes
# faster functions, divisions and square roots of float32, and leaves additions as they are written.
from numba import cuda


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    if c < w:
        total = lost = 0.0
        for r in range(h):
            term = x[r, c] - lost
            following = total + term
            lost = (following - total) - term
            total = following
        out[c] = total

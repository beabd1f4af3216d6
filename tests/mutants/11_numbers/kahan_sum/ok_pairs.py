# By pairs: sums of 1, 2, 4, 8 ... rows wait until there are two of the same length.
# Expect: passed
from numba import cuda, float64


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    waiting = cuda.local.array(32, float64)
    if c < w:
        for r in range(h):
            v = x[r, c]
            k = 0
            while r >> k & 1:
                v += waiting[k]
                k += 1
            waiting[k] = v
        total = 0.0
        for k in range(32):
            if h >> k & 1:
                total += waiting[k]
        out[c] = total

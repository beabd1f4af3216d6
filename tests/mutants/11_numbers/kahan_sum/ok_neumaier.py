# Neumaier's variant: what is lost is added up apart, and added at the end.
# Expect: passed
from numba import cuda


@cuda.jit
def kahan_sum(out, x, w, h):
    c = cuda.grid(1)
    if c >= w:
        return
    total = lost = 0.0
    for r in range(h):
        term = x[r, c]
        following = total + term
        if abs(total) >= abs(term):
            lost += (total - following) + term
        else:
            lost += (term - following) + total
        total = following
    out[c] = total + lost

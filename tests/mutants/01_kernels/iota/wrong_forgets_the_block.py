# Mistake: every block starts at 0.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def iota(out, n):
    i = cuda.threadIdx.x
    if i < n:
        out[i] = i

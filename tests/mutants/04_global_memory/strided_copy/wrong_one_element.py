# Mistake: one element a thread, as if the grid were large enough.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = x[i]

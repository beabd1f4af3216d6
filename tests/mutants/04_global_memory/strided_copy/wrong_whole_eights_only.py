# Mistake: a thread copies its eight elements only if all of them are there.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    first = cuda.grid(1) * 8
    if first + 8 <= n:
        for i in range(first, first + 8):
            out[i] = x[i]

# Mistake: a slice has eight neighbours only as far as there are any: -1 in the last one is the end for NumPy, and here too.
# Expect: wrong-answer
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    first = cuda.grid(1) * 8
    if first + 8 <= n:
        for i in range(first, first + 8):
            out[i] = x[i]

# Mistake: the guard looks at the first of the eight elements only.
# Expect: memory-error out-of-bounds
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    first = cuda.blockIdx.x * 2048 + cuda.threadIdx.x
    if first < n:
        for k in range(8):
            out[first + k * 256] = x[first + k * 256]  # <-- here

# Two loads, one store, one fused multiply-add: 12 bytes for 2 operations. In the time it takes to move 12 bytes, an H200
# could do more than a hundred operations, so this kernel waits for memory and nothing else.
#
# NumPy's `y += a * x` makes an array of a * x first, and goes through memory twice. So does CuPy, with two kernels;
# there cupy.fuse makes one of them.
from numba import cuda


@cuda.jit
def saxpy(y, x, a, n):
    i = cuda.grid(1)
    if i < n:
        y[i] = a * x[i] + y[i]

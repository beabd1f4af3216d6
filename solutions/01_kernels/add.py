# Thread i has element i: one addition, and neither a loop nor a barrier. cuda.grid(1) is
# cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x.
#
# The launch is rounded up to whole blocks, so the last block may have threads without an element: they do
# nothing. An array knows its length in Numba, so `if i < out.size` says the same as `if i < n`.
from numba import cuda


@cuda.jit
def add(out, a, b, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = a[i] + b[i]

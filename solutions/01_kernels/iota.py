# The number of the thread in the whole grid is also the number of its element. The last block is rarely full, so its
# last threads have no element: the guard keeps them away from the array.
#
# cuda.grid(1) is cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x.
from numba import cuda


@cuda.jit
def iota(out, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = i

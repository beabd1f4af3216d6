# Right, but one thread of the block copies all 2048 elements.
# Expect: too-slow warp_instructions
from numba import cuda


@cuda.jit
def strided_copy(out, x, n):
    first = cuda.blockIdx.x * 2048
    if cuda.threadIdx.x == 0:
        for i in range(first, min(first + 2048, n)):
            out[i] = x[i]

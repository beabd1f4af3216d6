# The first half of the block takes the odd elements.
# Expect: passed
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    odd = 1 if cuda.threadIdx.x < 128 else 0
    i = cuda.blockIdx.x * 256 + cuda.threadIdx.x % 128 * 2 + odd
    if i >= n:
        return
    v = x[i]
    if odd:
        for k in range(rounds):
            v = uint32(v + (v << 7))
            v = uint32(v ^ (v >> 11))
    else:
        for k in range(rounds):
            v = uint32(v ^ (v >> 15))
            v = uint32(v * 0x2c1b3c6d)
    x[i] = v

# Mistake: the whole numbers stay as wide as Numba computes them, so bits come back from above the 32nd.
# Expect: wrong-answer
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    odd = cuda.threadIdx.x // 128
    i = cuda.blockIdx.x * 256 + cuda.threadIdx.x % 128 * 2 + odd
    if i >= n:
        return
    v = x[i] * 1
    if odd:
        for k in range(rounds):
            v = v + (v << 7)
            v = v ^ (v >> 11)
    else:
        for k in range(rounds):
            v = v ^ (v >> 15)
            v = v * 0x2c1b3c6d
    x[i] = v

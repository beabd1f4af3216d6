# Warps take turns: those with an even number the even elements of 64 neighbours, the others the odd ones.
# Expect: passed
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    t = cuda.threadIdx.x
    odd = t // 32 % 2
    i = cuda.blockIdx.x * 256 + t // 64 * 64 + t % 32 * 2 + odd
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

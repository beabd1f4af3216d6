# Mistake: the halves of the block are halves of its elements, not the even and the odd ones.
# Expect: wrong-answer
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    odd = cuda.threadIdx.x // 128
    i = cuda.grid(1)
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

# Right, and each warp has one kind of work, but it computes both and throws one away.
# Expect: too-slow warp_instructions
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    odd = cuda.threadIdx.x // 128
    i = cuda.blockIdx.x * 256 + cuda.threadIdx.x % 128 * 2 + odd
    if i >= n:
        return
    v = x[i]
    for k in range(rounds):
        a = uint32(v + (v << 7))
        a = uint32(a ^ (a >> 11))
        b = uint32(v ^ (v >> 15))
        b = uint32(b * 0x2c1b3c6d)
        v = a if odd else b
    x[i] = v

# Mistake: the guard asks for the number of the thread, not for that of its element.
# Expect: memory-error out-of-bounds
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    odd = cuda.threadIdx.x // 128
    i = cuda.blockIdx.x * 256 + cuda.threadIdx.x % 128 * 2 + odd
    if cuda.grid(1) >= n:
        return
    v = x[i]  # <-- here
    if odd:
        for k in range(rounds):
            v = uint32(v + (v << 7))
            v = uint32(v ^ (v >> 11))
    else:
        for k in range(rounds):
            v = uint32(v ^ (v >> 15))
            v = uint32(v * 0x2c1b3c6d)
    x[i] = v

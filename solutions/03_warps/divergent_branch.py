# A block has 128 even and 128 odd elements, and 8 warps. Warps 0 to 3 take the even ones, warps 4 to 7 the odd ones. So the
# condition of the `if` is the same for all 32 threads of a warp: it executes one side, with all lanes active.
#
# Numba computes whole numbers with 64 bits, so each round ends with uint32(...), which keeps the lower 32. With an array of uint32
# NumPy does that by itself; in a kernel a variable has the type of what was computed.
from numba import cuda, uint32


@cuda.jit
def divergent_branch(x, n, rounds):
    odd = cuda.threadIdx.x // 128
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

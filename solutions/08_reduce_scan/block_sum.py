# Half of the threads add, then a quarter, then an eighth: eight rounds for 256 numbers. The threads that add are always
# the first ones, so whole warps have nothing to do, instead of a few lanes in each.
#
# A round reads what the round before has written, so a barrier stands between them. It is outside the `if`: all 256
# threads reach it, even those that no longer add.
#
# Numba can write such a kernel: `@cuda.reduce` above a function of two values makes a sum, or a maximum, of any length.
from numba import cuda, int32


@cuda.jit
def block_sum(out, x, n):
    tile = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)

    tile[t] = x[i] if i < n else 0
    cuda.syncthreads()
    half = 128
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]

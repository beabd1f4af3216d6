# With xor every lane gets the sum.
# Expect: passed
from numba import cuda, int32


@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)
    v = x[i] if i < n else int32(0)
    d = 1
    while d < 32:
        v = int32(v + cuda.shfl_xor_sync(0xffffffff, v, d))
        d *= 2
    if cuda.laneid == 0 and i < n:
        out[i // 32] = v

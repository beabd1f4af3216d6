# Mistake: `/` divides to a float, which is no index: Python's whole division is `//`.
# Expect: compile-error
from numba import cuda, int32


@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)
    v = x[i] if i < n else int32(0)
    for k in range(5):
        v = int32(v + cuda.shfl_down_sync(0xffffffff, v, 16 >> k))
    if i % 32 == 0 and i < n:
        out[i / 32] = v

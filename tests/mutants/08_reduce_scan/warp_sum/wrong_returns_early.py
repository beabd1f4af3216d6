# Mistake: threads without an element return, and the others read from lanes that are gone.
# Expect: sync-error inactive-lane-read
from numba import cuda, int32


@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)
    if i >= n:
        return
    v = x[i]
    for k in range(5):
        v = int32(v + cuda.shfl_down_sync(0xffffffff, v, 16 >> k))  # <-- here
    if i % 32 == 0:
        out[i // 32] = v

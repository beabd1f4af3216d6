# Mistake: four steps add up 16 lanes.
# Expect: wrong-answer
from numba import cuda, int32


@cuda.jit
def warp_sum(out, x, n):
    i = cuda.grid(1)
    v = x[i] if i < n else int32(0)
    for k in range(4):
        v = int32(v + cuda.shfl_down_sync(0xffffffff, v, 8 >> k))
    if i % 32 == 0 and i < n:
        out[i // 32] = v

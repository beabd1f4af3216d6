# Mistake: the barrier is outside, and all blocks still work on the first 256 elements.
# Expect: data-race data-race-global
from numba import cuda, float32


@cuda.jit
def hunt_seed_add_shared(x, y, n):
    tile = cuda.shared.array(256, float32)
    count = min(256, n)
    i = cuda.threadIdx.x
    if i < count:
        tile[i] = x[i] + y[i]
    cuda.syncthreads()
    if i < count:
        x[i] = tile[count - 1 - i]

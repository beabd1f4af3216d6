# Mistake: the barrier is still inside the if.
# Expect: sync-error exited-at-barrier
from numba import cuda, float32


@cuda.jit
def hunt_seed_add_shared(x, y, n):
    tile = cuda.shared.array(256, float32)
    first = cuda.blockIdx.x * 256
    count = min(256, n - first)
    t = cuda.threadIdx.x
    if t < count:
        tile[t] = x[first + t] + y[first + t]
        cuda.syncthreads()  # <-- here
        x[first + t] = tile[count - 1 - t]

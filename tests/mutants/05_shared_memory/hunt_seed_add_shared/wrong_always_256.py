# Mistake: takes the last block for a full one.
# Expect: memory-error uninitialised-read
from numba import cuda, float32


@cuda.jit
def hunt_seed_add_shared(x, y, n):
    tile = cuda.shared.array(256, float32)
    i, t = cuda.grid(1), cuda.threadIdx.x
    if i < n:
        tile[t] = x[i] + y[i]
    cuda.syncthreads()
    if i < n:
        x[i] = tile[255 - t]  # <-- here

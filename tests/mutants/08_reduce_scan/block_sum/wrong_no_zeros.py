# Mistake: threads without an element leave their place of the tile as it is.
# Expect: memory-error uninitialised-read
from numba import cuda, int32


@cuda.jit
def block_sum(out, x, n):
    tile = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    if i < n:
        tile[t] = x[i]
    cuda.syncthreads()
    half = 128
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]  # <-- here
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]

# Mistake: the last round is missing.
# Expect: wrong-answer
from numba import cuda, int32


@cuda.jit
def block_sum(out, x, n):
    tile = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    tile[t] = x[i] if i < n else 0
    cuda.syncthreads()
    half = 128
    while half > 1:
        if t < half:
            tile[t] += tile[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        out[cuda.blockIdx.x] = tile[0]

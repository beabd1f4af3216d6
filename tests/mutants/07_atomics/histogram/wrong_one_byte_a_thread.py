# Mistake: each thread counts one byte, though there are more bytes than threads.
# Expect: wrong-answer
from numba import cuda, int32


@cuda.jit
def histogram(bins, x, n):
    mine = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    mine[t] = 0
    cuda.syncthreads()
    if i < n:
        cuda.atomic.add(mine, x[i], 1)
    cuda.syncthreads()
    cuda.atomic.add(bins, t, mine[t])

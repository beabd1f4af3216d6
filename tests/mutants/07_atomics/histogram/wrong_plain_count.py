# Mistake: += in shared memory, without an atomic.
# Expect: data-race data-race-shared
from numba import cuda, int32


@cuda.jit
def histogram(bins, x, n):
    mine = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    mine[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        mine[x[i]] += 1  # <-- here
    cuda.syncthreads()
    cuda.atomic.add(bins, t, mine[t])

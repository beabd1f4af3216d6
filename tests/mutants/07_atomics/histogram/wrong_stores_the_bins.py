# Mistake: stores the block's counts instead of adding them.
# Expect: data-race data-race-global
from numba import cuda, int32


@cuda.jit
def histogram(bins, x, n):
    mine = cuda.shared.array(256, int32)
    t = cuda.threadIdx.x
    mine[t] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        cuda.atomic.add(mine, x[i], 1)
    cuda.syncthreads()
    bins[t] = mine[t]
